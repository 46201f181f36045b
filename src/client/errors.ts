import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';

/** Nothing of this reference is known. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError';
}

/** The lifecycle said no; `reason` is a stable word for programs, the message is for people. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly reason: string;
  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The lifecycle continues, but it has not answered within the caller's timeout: ask again with the same reference. */
export class StillWorkingError extends Error {
  override readonly name = 'StillWorkingError';
}

/** Its run has ended and takes no command; `snapshot` says how it ended. */
export class ClosedError extends RefusedError {
  readonly snapshot: LifecycleSnapshot;
  constructor(noun: string, snapshot: LifecycleSnapshot) {
    super('not-open', `the ${noun} is ${snapshot.state}`);
    this.snapshot = snapshot;
  }
}

/** Temporal itself does not answer: whether the request was taken in is not known. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}
