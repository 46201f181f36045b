import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';

/** No lifecycle of this kind has the reference. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError';
}

export function notFound(noun: string, reference: string): NotFoundError {
  return new NotFoundError(`${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${reference} not found.`);
}

/** The lifecycle refused the command; `reason` is stable and for programs, the message is for people. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly reason: string;
  /** Further fields, for programs. */
  readonly more: Readonly<Record<string, unknown>>;
  constructor(reason: string, message: string, more: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.reason = reason;
    this.more = more;
  }
}

/** The lifecycle is still working and has not answered within the caller's timeout: retry with the same reference. */
export class InProgressError extends Error {
  override readonly name = 'InProgressError';
}

/** The run is closed and accepts no commands; `snapshot` shows how it ended. */
export class ClosedError extends RefusedError {
  readonly snapshot: LifecycleSnapshot;
  constructor(noun: string, snapshot: LifecycleSnapshot) {
    super('not-open', `the ${noun} is ${snapshot.state}`);
    this.snapshot = snapshot;
  }
}

/** Temporal is not responding: whether it accepted the request is unknown. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/** The cursor does not belong to this list; the message says why. */
export class CursorError extends Error {
  override readonly name = 'CursorError';
}
