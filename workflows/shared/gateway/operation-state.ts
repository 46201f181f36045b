import type { Evidence } from '../../../src/domain/lifecycle/review.js';

/** State of an operation in progress. It is data with due times, which continue-as-new carries over. */
export interface OperationState {
  /** One operation per key at a time: `init:order-1--i2`, `cancel`. */
  readonly key: string;
  readonly startedAt: number;
  /** The last moment to send it, once known. It does not limit the checks. */
  readonly notAfter?: number;
  readonly phase: 'send' | 'check';
  /** When the next send or check is due. */
  readonly nextAt: number;
  /** Sends in a row that surely had no effect. */
  readonly harmless: number;
  /** Sends that may have reached the gateway and whose outcome is unknown. */
  readonly unknown: number;
  /** The first send whose reference the gateway may have: its outcome was unknown. */
  readonly firstUnknownAt?: number;
  readonly lastSentAt?: number;
  /** Checks since the last send. */
  readonly checks: number;
  readonly lastCheck?: 'absent';
  /** A lost run may have sent it: should it prove absent, everything before a send is done again. */
  readonly isToPrepare?: true;
  /** The gateway reported that it exists: no read can prove it absent after that. */
  readonly exists?: true;
  /** An operator knows that it happened: a record that agrees is ours, whatever its time. */
  readonly isOurs?: true;
  /** Why the gateway refused a send that followed one with unknown outcome. */
  readonly refusal?: string;
  readonly evidence: readonly Evidence[];
  /** An operator's decision. */
  readonly concluded?: {
    readonly happened: boolean;
    readonly gatewayReference?: string;
    readonly reason: string;
  };
}

/** What readers see of an operation. */
export interface OpenOperation extends Pick<OperationState, 'key' | 'phase'> {
  /** The last moment to send it. */
  readonly notAfter?: string;
}

export function without(
  state: OperationState,
  ...fields: readonly ('lastCheck' | 'refusal' | 'concluded' | 'isToPrepare')[]
): OperationState {
  const rest: { -readonly [Field in keyof OperationState]: OperationState[Field] } = { ...state };
  for (const field of fields) Reflect.deleteProperty(rest, field);
  return rest;
}
