import { ApplicationFailure, condition, setHandler, workflowInfo } from '@temporalio/workflow';
import { differingTerms, type CheckoutTerms, type PaymentSnapshot } from '../../src/domain/payment.js';
import {
  cancelPayment,
  gatewayReported,
  joinPayment,
  payerReturned,
  paymentId,
  paymentSnapshot,
  requestTransferAccount,
  type JoinAnswer,
  type TransferAccountRequest,
} from './messages.js';
import type { Story } from './story.js';
import { openTransferAccount, refuseTransferAccount } from './transfer-account.js';

/** Registered before the first await, so that no message can arrive before there is somebody to hear it. */
export function hearMessages(story: Story): void {
  setHandler(gatewayReported, (news) => story.inbox.receive(news), {
    description: 'An event of the gateway whose signature was right.',
  });

  setHandler(payerReturned, story.wantLook, {
    description: 'The payer is back; the gateway is asked what happened.',
  });

  setHandler(paymentSnapshot, () => story.known().snapshot(), {
    description: 'All that is known of the payment.',
  });

  setHandler(joinPayment, (terms) => join(story, terms), {
    validator: refuseForeignTerms,
    description: 'Waits until the payment can be shown to the payer, if its terms are the ones given.',
  });

  setHandler(cancelPayment, () => cancel(story), {
    validator: () => refuseEnded(story),
    description: 'The merchant wants the money no more.',
  });

  setHandler(
    requestTransferAccount,
    async (request) => {
      const payment = await story.begun();
      await condition(() => payment.isAnswerable());
      return openTransferAccount(payment, await story.settings(), request);
    },
    {
      validator: (request: TransferAccountRequest) => refuseTransferAccount(story, request),
      description: 'A virtual account that takes money for this payment alone.',
    },
  );
}

async function cancel(story: Story): Promise<PaymentSnapshot> {
  await story.settings();
  // it may have been paid by now
  refuseEnded(story);
  const payment = story.known();
  payment.move('CANCELLED', 'the merchant cancelled it');
  story.tell('moved');
  return payment.snapshot();
}

function refuseEnded(story: Story): void {
  const payment = story.known();
  const { state } = payment.snapshot();
  if (state !== 'PENDING') throw ApplicationFailure.nonRetryable(`the payment is ${state}`, 'not-open');
}

async function join(story: Story, terms: CheckoutTerms): Promise<JoinAnswer> {
  const payment = await story.begun();
  const differences = differingTerms(payment.snapshot().terms, terms);
  if (differences.length > 0) return { kind: 'terms-differ', differences };
  await condition(() => payment.isAnswerable());
  return { kind: 'joined', payment: payment.snapshot() };
}

function refuseForeignTerms(terms: CheckoutTerms): void {
  if (paymentId(terms.reference) !== workflowInfo().workflowId) {
    throw ApplicationFailure.nonRetryable('these terms are of another payment', 'invalid');
  }
}
