import type { Evidence } from '../../../src/domain/lifecycle/review.js';

/** What is known of an operation under way. It is data with due times: a run that goes on hands it over. */
export interface OperationState {
  /** One of its kind at a time: `init:order-1--i2`, `cancel`. */
  readonly key: string;
  readonly startedAt: number;
  /** The last moment to send it, once that is known. How long it is checked is another matter. */
  readonly notAfter?: number;
  readonly phase: 'send' | 'check';
  /** When it may next be sent or checked. */
  readonly nextAt: number;
  /** Sends in a row that surely had no effect. */
  readonly harmless: number;
  /** Sends that may have reached the gateway, and whose outcome was not told. */
  readonly unknown: number;
  readonly firstUnknownAt?: number;
  readonly lastSentAt?: number;
  /** Checks since the last send. */
  readonly checks: number;
  readonly lastCheck?: 'absent';
  /** The gateway has said that it is there: no read can prove it absent any more. */
  readonly exists?: true;
  /** Why the gateway refused a send after one whose outcome is not known. */
  readonly refusal?: string;
  readonly evidence: readonly Evidence[];
  /** What a person has concluded. */
  readonly concluded?: {
    readonly happened: boolean;
    readonly gatewayReference?: string;
    readonly reason: string;
  };
}

export function without(
  state: OperationState,
  ...fields: readonly ('lastCheck' | 'refusal' | 'concluded')[]
): OperationState {
  const rest: { -readonly [Field in keyof OperationState]: OperationState[Field] } = { ...state };
  for (const field of fields) Reflect.deleteProperty(rest, field);
  return rest;
}
