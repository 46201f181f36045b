import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import {
  type ChargeableCard,
  type ChargedCustomer,
  refuseCustomer,
} from '../../../src/domain/charge/card.js';
import { judge } from '../../../src/domain/collection/verdict.js';
import { ZERO } from '../../../src/domain/money.js';
import { initReference } from '../../../src/domain/reference.js';
import { GATEWAY_READ } from '../gateway/activity-options.js';
import { answerOf } from '../gateway/answer-of.js';
import type { Pace } from '../run/pace.js';

const { queryTransaction } = proxyActivities<Activities>(GATEWAY_READ);

/** A checkout has no more transactions. */
const MOST_INITS = 20;

/** `none`: no payment of this checkout has a token that can be charged again. */
export type CardSearch =
  | { readonly kind: 'found'; readonly card: ChargeableCard }
  | { readonly kind: 'none' }
  | { readonly kind: 'unanswered' };

/** How soon the card is looked for again, when the gateway did not answer. */
const FIND_AGAIN_MS = 60_000;

/** Finds the card of a checkout that may be charged for this customer; undefined when it stopped before the gateway had answered. */
export async function awaitCard(
  lifecycle: { readonly pace: Pace },
  { checkout, customer }: { readonly checkout: string; readonly customer: ChargedCustomer },
  {
    until = Infinity,
    isStopped,
    setWaiting,
  }: {
    readonly until?: number;
    readonly isStopped: () => boolean;
    readonly setWaiting: (reason: string) => void;
  },
): Promise<{ readonly card: ChargeableCard } | { readonly refused: string } | undefined> {
  const { pace } = lifecycle;
  while (!isStopped() && pace.now() < until) {
    const found = await findCard(lifecycle, checkout);
    if (found.kind === 'none') {
      return { refused: `checkout ${checkout} has no card payment whose card can be charged again` };
    }
    if (found.kind === 'found') {
      const refused = refuseCustomer(found.card, customer);
      return refused === undefined ? { card: found.card } : { refused };
    }
    setWaiting('the card could not be read yet');
    await pace.pause(Math.min(Date.now() + FIND_AGAIN_MS, until), 'Retry: read the card', isStopped);
  }
  return undefined;
}

/** Reads the token and the e-mail address of its first charge from the status record of a paid card checkout. */
export async function findCard(lifecycle: { readonly pace: Pace }, checkout: string): Promise<CardSearch> {
  for (let n = 1; n <= MOST_INITS; n++) {
    const paymentReference = initReference(checkout, n);
    const summary = { summary: `Read the card of ${paymentReference}` };
    const answer = await answerOf(lifecycle, () =>
      queryTransaction.executeWithOptions(summary, [{ paymentReference }]),
    );
    if (answer === undefined) return { kind: 'unanswered' };
    if (answer.kind !== 'ok') return { kind: 'none' };
    // crossed replies happen; the card of another payer must never be charged
    if (answer.body.paymentReference !== paymentReference) return { kind: 'unanswered' };
    const reading = judge({ amountKobo: ZERO, currency: 'NGN' }, answer.body);
    const token = reading.kind === 'money' ? reading.paid.cardToken : undefined;
    const name = answer.body.customer?.name;
    if (token) return { kind: 'found', card: { ...token, ...(name && { name }) } };
  }
  return { kind: 'none' };
}
