import type { Kobo } from '../money.js';
import { amountOfHappened, decisionsOn, type Evidence } from './evidence.js';
import type { Decision } from './pieces.js';

/* What a person decides about a movement, whatever it is of. */

/** The person's word about an item. */
export interface Word {
  readonly decision: string;
  readonly reason: string;
  readonly amountKobo?: Kobo;
}

export interface WhyRefused {
  readonly type: 'send-in-progress' | 'invalid';
  readonly detail: string;
}

/** Why a decision is refused: only what no record contradicts may be decided. `says`: what it says about the movement. */
export function whyRefused(
  evidence: Evidence,
  says: Decision['says'] | undefined,
  { decision, amountKobo }: Pick<Word, 'decision' | 'amountKobo'>,
): WhyRefused | undefined {
  if (evidence.sending !== undefined) {
    const detail = 'a request that may move the money is on its way; decide once it is answered';
    return { type: 'send-in-progress', detail };
  }
  // of what other systems made, no record may have shown yet how much it is
  if (decision === 'happened' && (amountKobo ?? amountOfHappened(evidence)) === 0) {
    return { type: 'invalid', detail: 'what happened has an amount: give it' };
  }
  const offered = decisionsOn(evidence);
  if (says !== undefined && offered.includes(says)) return undefined;
  const words = offered.flatMap((each) => (each === 'seen' ? ['accept', 'dismiss'] : [each]));
  const may = words.length === 0 ? 'nothing can be decided now' : `it may be: ${words.join(', ')}`;
  return { type: 'invalid', detail: `${decision} does not fit what is known of it; ${may}` };
}

/** The decision as a piece of evidence, and the sentence about it. */
export function decided(
  { changes }: Evidence,
  says: Decision['says'],
  { reason, amountKobo, at }: Pick<Word, 'reason' | 'amountKobo'> & { readonly at: number },
): { readonly piece: Decision; readonly part: { readonly concluded?: string } } {
  const concluded = `an operator concluded that it was ${says === 'happened' ? 'paid' : 'not paid'}: ${reason}`;
  const amount = amountKobo !== undefined && { amount: amountKobo };
  return {
    piece: { kind: 'decision', says, saw: changes, at, ...amount },
    part: says === 'seen' ? {} : { concluded },
  };
}
