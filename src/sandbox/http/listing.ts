/** What a fault makes of a listing. */
export interface ListingFault {
  readonly largestPage?: number;
  readonly opposite?: boolean;
  /** How many rows at the head have not arrived yet when the first page is read. */
  readonly arrivals?: number;
}
