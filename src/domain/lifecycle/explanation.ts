import { showNaira } from '../money.js';
import { omitUndefined } from '../omit-undefined.js';
import type { LifecycleSnapshot } from './lifecycle.js';
import type { StateText } from './state-texts.js';

/** A lifecycle in plain sentences, for people who did not build it. */
export interface Explanation {
  /** What it is, and what its state means. */
  readonly summary: string;
  /** What happened, in order. */
  readonly happened: readonly string[];
  /** What it waits for; absent when it waits for nothing. */
  readonly waitsFor?: string;
  /** What Oware does next by itself, and when. */
  readonly next: readonly string[];
  /** What needs a person. */
  readonly review: readonly string[];
  /** What to say to the customer; absent when no customer is concerned. */
  readonly customer?: string;
}

export interface ToExplain {
  readonly noun: string;
  readonly text: StateText;
  readonly snapshot: LifecycleSnapshot;
  /** Timers and activities that have not ended. */
  readonly pending: readonly { readonly what: string; readonly dueAt?: string }[];
}

export function explain({ noun, text, snapshot, pending }: ToExplain): Explanation {
  const { terms, state, reason, transitions, review } = snapshot;
  const isOpen = pending.length > 0;
  return omitUndefined({
    summary: `The ${noun} ${terms.reference} is ${state}: ${ended(reason)} ${text.means}`,
    happened: transitions.map(({ at, to, reason: why }) => `${shown(at)}: ${to}, ${ended(why)}`),
    waitsFor: isOpen ? text.waitsFor : undefined,
    next: pending.map(({ what, dueAt }) =>
      dueAt === undefined ? `Now: ${ended(what)}` : `${shown(dueAt)}: ${ended(what)}`,
    ),
    review: review.map(
      ({ key, kind, reason: why, atRiskKobo }) =>
        `${kind}: ${ended(why)} At risk: ${showNaira(atRiskKobo)}. Resolve the item \`${key}\`.`,
    ),
    customer: text.customer,
  });
}

/** Times of day are those of the merchant's country. */
const LAGOS = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  dateStyle: 'medium',
  timeStyle: 'medium',
});

const shown = (at: string) => `${LAGOS.format(new Date(at))} (Lagos)`;

const ended = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
