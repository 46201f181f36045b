/** Nothing of this reference is known. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError';
}

/** The story said no; `reason` is a stable word for programs, the message is for people. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly reason: string;
  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The story goes on, but not within the caller's patience: ask again with the same reference. */
export class StillWorkingError extends Error {
  override readonly name = 'StillWorkingError';
}

/** Temporal itself does not answer: whether the request was taken in is not known. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}
