import type { FailureKind } from '../../domain/failure.js';

/** What may be logged about a failed call: names and numbers, never a value from a request or a reply. */
export interface CallContext {
  readonly endpoint: string;
  readonly method: string;
  /** The path template, so that no reference ends up in a log line. */
  readonly path: string;
  readonly requestId: string;
  readonly ms: number;
  readonly httpStatus?: number;
  readonly responseCode?: string;
  /** The field of the request that was refused before anything was sent. */
  readonly field?: string;
}

/** A call that could not be made, or whose outcome is unknown. Its message is safe to log. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly kind: FailureKind;
  readonly context: CallContext;

  constructor(kind: FailureKind, message: string, context: CallContext) {
    super(message);
    this.kind = kind;
    this.context = context;
  }
}
