import { sleep } from '@temporalio/workflow';
import { type FailureKind, FAILURES } from '../../src/domain/failure.js';
import { initReference } from '../../src/domain/reference.js';
import type { Settings } from '../../src/domain/settings.js';
import { changesWithin } from '../shared/effects.js';
import { failureKind, failureReason } from '../shared/failures.js';
import { pauseBefore } from '../shared/plan.js';
import type { Payment } from './payment.js';

type Init =
  | { readonly kind: 'opened' }
  | { readonly kind: 'reference-used' }
  | { readonly kind: 'failed'; readonly failure: FailureKind; readonly reason: string };

/**
 * Opens the transaction at the gateway. No money moves by it, so a lost answer is tried again under the same
 * reference; when the gateway then says that the reference is used, the lost one was ours, but its page
 * cannot be learned any more, and a further init takes its place.
 */
export async function openTransaction(payment: Payment, settings: Settings): Promise<void> {
  const deadline = Date.now() + settings.checkoutWindowMs;
  let number = 1;
  let mayHaveOpened = false;
  for (let attempt = 0; Date.now() < deadline; attempt++) {
    const init = await attemptInit(payment, settings, number);
    // cancelled while we called, or while we waited to call again
    if (init.kind === 'opened' || !payment.isOpen()) return;
    const refusal = refusalIn(init, mayHaveOpened);
    if (refusal !== undefined) {
      payment.move('REFUSED', refusal);
      return;
    }
    if (init.kind === 'reference-used') {
      mayHaveOpened = false;
      number += 1;
    } else {
      mayHaveOpened ||= FAILURES[init.failure].moneyMayHaveMoved;
      await sleep(pauseBefore(settings.tryAgainMs, attempt), { summary: `Init again: ${init.failure}` });
    }
  }
  payment.move('FAILED', 'the gateway could not be reached within the window; no page was shown to anybody');
}

/** A reference that is used is ours only if an earlier attempt may have used it. */
function refusalIn(init: Exclude<Init, { kind: 'opened' }>, mayHaveOpened: boolean): string | undefined {
  if (init.kind === 'failed') return FAILURES[init.failure].retry === 'never' ? init.reason : undefined;
  return mayHaveOpened ? undefined : 'the gateway knows this reference from elsewhere';
}

async function attemptInit(payment: Payment, settings: Settings, number: number): Promise<Init> {
  const { terms } = payment.snapshot();
  const paymentReference = initReference(terms.reference, number);
  const attemptedAt = Date.now();
  try {
    const answer = await changesWithin(settings.checkoutWindowMs).initTransaction.executeWithOptions(
      { summary: `Open ${paymentReference} at the gateway` },
      [
        {
          amount: terms.amountKobo,
          currencyCode: terms.currency,
          customerEmail: terms.customer.email,
          paymentReference,
          ...(terms.customer.name !== undefined && { customerName: terms.customer.name }),
          ...(terms.description !== undefined && { paymentDescription: terms.description }),
          ...(terms.redirectUrl !== undefined && { redirectUrl: terms.redirectUrl }),
        },
      ],
    );
    if (answer.kind === 'reference-used') return { kind: 'reference-used' };
    // an answer meant for another payment must never show its page to this payer
    if (answer.body.paymentReference !== paymentReference) {
      return { kind: 'failed', failure: 'outcome-unknown', reason: 'the answer names another payment' };
    }
    const { transactionReference, checkoutUrl } = answer.body;
    // the gateway counts its window from its own receipt, which is not before our attempt
    const expiresAt = new Date(attemptedAt + settings.checkoutWindowMs).toISOString();
    payment.opened({ paymentReference, transactionReference, checkoutUrl }, expiresAt);
    return { kind: 'opened' };
  } catch (error) {
    return { kind: 'failed', failure: failureKind(error), reason: failureReason(error) };
  }
}
