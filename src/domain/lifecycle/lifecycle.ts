import type { SignedGrant } from '../approval/grant.js';
import type { Versioned } from '../rules-version.js';
import type { ReviewState } from './review.js';

export interface StateTransition<State extends string> {
  readonly to: State;
  readonly at: string;
  readonly reason: string;
}

/** What every lifecycle has, and returns as its result. */
export interface LifecycleSnapshot<State extends string = string> extends ReviewState, Versioned {
  readonly lifecycle: string;
  readonly terms: { readonly reference: string };
  readonly state: State;
  readonly reason: string;
  readonly transitions: readonly StateTransition<State>[];
  /** Keys of events whose claims have ended; a redelivery of any of them changes nothing. */
  readonly seen: readonly string[];
  /** Start of the first run. */
  readonly epoch: string;
  /** When it was rebuilt after a lost run, whose last webhooks it does not know. */
  readonly rebuiltAt?: string;
  /** Who asked for it, as the request says: the signature has not been checked. */
  readonly maker?: SignedGrant;
  readonly sequence: number;
}

/** What webhooks are ordered by, before their sequence: what a rebuilt run sends comes after all that a lost one has sent. */
export const orderingEpoch = ({ epoch, rebuiltAt }: Pick<LifecycleSnapshot, 'epoch' | 'rebuiltAt'>) =>
  rebuiltAt ?? epoch;

/**
 * What tells a webhook from others of its type where only a number does: a lost run may have come to the same number, with other news,
 * which must not be taken for a repeat.
 */
export const numberedEffect = (
  { rebuiltAt }: Pick<LifecycleSnapshot, 'rebuiltAt'>,
  about: string,
  n: number,
): string => [about, n, rebuiltAt].filter((part) => part !== undefined).join(':');

/** How often webhooks of each type were due. */
export type WebhookCounts = Readonly<Record<string, number>>;

/**
 * One more webhook of a type, and the part of its id that says which one it is. A lost run may have sent the same. What makes a merchant act,
 * such as ship or pay again, then has the same id; what keeps them from that names the moment of the rebuild: something else may have been
 * sent in between, and it must not be taken for a repeat.
 */
export function countWebhook(
  counts: WebhookCounts = {},
  type: string,
  rebuiltAt: string | undefined,
): { readonly due: WebhookCounts; readonly ordinal: string } {
  const n = (counts[type] ?? 0) + 1;
  const parts = [n === 1 ? undefined : n, rebuiltAt].filter((part) => part !== undefined);
  return { due: { ...counts, [type]: n }, ordinal: parts.map((part) => `:${part}`).join('') };
}

/** The snapshot of a new lifecycle. */
export function beginning<State extends string>(state: State, reason: string, at: string) {
  return {
    state,
    reason,
    review: [],
    transitions: [{ to: state, at, reason }],
    seen: [],
    epoch: at,
    sequence: 0,
  } as const;
}
