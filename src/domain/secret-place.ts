/** Where card data or an OTP is: in the memory of one vault process, never in Temporal. */
export interface SecretPlace {
  readonly handle: string;
  /** The task queue of the one vault process that can open the handle. */
  readonly taskQueue: string;
}
