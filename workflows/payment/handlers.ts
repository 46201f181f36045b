import { condition, setHandler } from '@temporalio/workflow';
import type { PaymentSnapshot } from '../../src/domain/payment.js';
import { hearCommon, refusal } from '../shared/hear.js';
import { cancel } from '../shared/messages.js';
import type { Story } from '../shared/story.js';
import { PAYMENT, requestTransferAccount, type TransferAccountRequest } from './messages.js';
import type { PaymentStory } from './story.js';
import { openTransferAccount, refuseTransferAccount } from './transfer-account.js';

export function hearMessages(story: PaymentStory): void {
  hearCommon(story as unknown as Story, PAYMENT);

  setHandler(cancel, () => cancelPayment(story), {
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

async function cancelPayment(story: PaymentStory): Promise<PaymentSnapshot> {
  await story.settings();
  // it may have been paid by now
  refuseEnded(story);
  const payment = story.known();
  payment.move('CANCELLED', 'the merchant cancelled it');
  story.tell(payment.tale());
  return payment.snapshot();
}

function refuseEnded(story: PaymentStory): void {
  const { state } = story.known().snapshot();
  if (state !== 'PENDING') throw refusal('not-open', `the payment is ${state}`);
}
