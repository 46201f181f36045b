/** The listing faults of a call. */
export interface ListingFault {
  readonly largestPage?: number;
  readonly opposite?: boolean;
  /** How many rows at the head are missing while the first page is read. */
  readonly arrivals?: number;
  /** Whether every later page has the rows of the first. */
  readonly repeats?: boolean;
  /** How many rows at the end are missing. */
  readonly missing?: number;
  /** How many rows at the end are counted, and not shown. */
  readonly hidden?: number;
}
