import {
  WithStartWorkflowOperation,
  WorkflowExecutionAlreadyStartedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import {
  type JoinAnswer,
  joinPayment,
  PAYMENT_TYPE,
  paymentId,
  type PaymentInput,
} from '../../workflows/payment/messages.js';
import { showNaira } from '../domain/money.js';
import { type CheckoutTerms, differingTerms, isOpen, type PaymentSnapshot } from '../domain/payment.js';
import { StillWorkingError } from './errors.js';
import { patiently } from './patience.js';
import type { Reach } from './reach.js';
import { readPayment } from './read-payment.js';
import { paymentAttributes } from './search-attributes.js';
import { termsId } from './terms.js';

/** Who has waited long already is not kept waiting as long again. */
const SECOND_PATIENCE_MS = 3_000;

export type CreateAnswer =
  /** The payment runs, and can be shown to the payer. */
  | { readonly kind: 'open'; readonly payment: PaymentSnapshot }
  /** It runs, but the gateway has not answered within the caller's patience. */
  | { readonly kind: 'working'; readonly payment?: PaymentSnapshot }
  /** The same request was made before, and its payment is over. */
  | { readonly kind: 'over'; readonly payment: PaymentSnapshot }
  | { readonly kind: 'terms-differ'; readonly differences: readonly string[] };

/**
 * Starts the payment or joins it, in one call to Temporal. Everything that can be refused is refused before:
 * a start that is refused afterwards would leave a run behind.
 */
export async function createCheckout(reach: Reach, terms: CheckoutTerms): Promise<CreateAnswer> {
  const calledAt = Date.now();
  try {
    const answer = await joinOrStart(reach, terms);
    if (answer.kind !== 'joined') return answer;
    // Temporal answers a repeat from the record of the first call; since then the payment has moved on
    const isRepeat = Date.parse(answer.payment.epoch) < calledAt;
    return isRepeat ? await answerAsItIs(reach, terms) : { kind: 'open', payment: answer.payment };
  } catch (error) {
    if (error instanceof WorkflowExecutionAlreadyStartedError) return answerAsItIs(reach, terms);
    if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) return answerSoFar(reach, terms);
    throw error;
  }
}

async function joinOrStart(reach: Reach, terms: CheckoutTerms): Promise<JoinAnswer> {
  const { client, taskQueue } = reach;
  const input: PaymentInput = { from: 'request', terms };
  const start = new WithStartWorkflowOperation(PAYMENT_TYPE, {
    workflowId: paymentId(terms.reference),
    taskQueue,
    args: [input],
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    typedSearchAttributes: paymentAttributes(terms),
    staticSummary: `Checkout ${terms.reference}: ${showNaira(terms.amountKobo)}`,
  });
  // the operation also reports a failed start to a promise of its own, which nobody waits for
  start.workflowHandle().catch(() => undefined);
  return patiently(reach, () =>
    client.workflow.executeUpdateWithStart(joinPayment, {
      args: [terms],
      updateId: termsId(terms),
      startWorkflowOperation: start,
    }),
  );
}

async function answerAsItIs(reach: Reach, terms: CheckoutTerms): Promise<CreateAnswer> {
  const payment = await readPayment(reach, terms.reference);
  const differences = differingTerms(payment.terms, terms);
  if (differences.length > 0) return { kind: 'terms-differ', differences };
  return { kind: isOpen(payment.state) ? 'open' : 'over', payment };
}

async function answerSoFar(reach: Reach, terms: CheckoutTerms): Promise<CreateAnswer> {
  try {
    const patienceMs = Math.min(reach.patienceMs, SECOND_PATIENCE_MS);
    return { kind: 'working', payment: await readPayment({ ...reach, patienceMs }, terms.reference) };
  } catch (error) {
    if (error instanceof StillWorkingError) return { kind: 'working' };
    throw error;
  }
}
