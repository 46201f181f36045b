import { setHandler } from '@temporalio/workflow';
import { offers, type PaymentSnapshot } from '../../src/domain/payment.js';
import { hearCommon, refusal } from '../shared/hear.js';
import { cancel } from '../shared/messages.js';
import * as card from './card.js';
import { refuseCard, refuseCode, refuseSecure3d, refuseUnresolved } from './card-refusals.js';
import {
  authorizeSecure3d,
  type CardCharge,
  chargeCard,
  type CodeGiven,
  giveCode,
  PAYMENT,
  requestPage,
  requestTransferAccount,
  type TransferAccountRequest,
} from './messages.js';
import type { PaymentStory } from './story.js';
import { openTransferAccount, refuseTransferAccount } from './transfer-account.js';

export function hearMessages(story: PaymentStory): void {
  hearCommon(story, PAYMENT);

  setHandler(cancel, () => cancelPayment(story), {
    validator: () => refuseEnded(story),
    description: 'The merchant wants the money no more.',
  });

  setHandler(requestTransferAccount, (request) => openTransferAccount(story, request), {
    validator: (request: TransferAccountRequest) => refuseTransferAccount(story, request),
    description: 'A virtual account that takes money for this payment alone.',
  });

  setHandler(requestPage, () => openPage(story), {
    validator: () => refusePage(story),
    description: 'A hosted page that can still be paid on.',
  });

  setHandler(chargeCard, (charge) => card.chargeCard(story, charge), {
    validator: (charge: CardCharge) => refuseCard(story, charge),
    description: 'Charges a card that a desk holds.',
  });

  setHandler(giveCode, (code) => card.giveCode(story, code), {
    validator: (code: CodeGiven) => refuseCode(story, code),
    description: 'The code that the bank sent to the payer.',
  });

  setHandler(authorizeSecure3d, () => card.authorizeSecure3d(story), {
    validator: () => refuseSecure3d(story),
    description: "The payer was at the issuer's; the card is authorised.",
  });
}

async function openPage(story: PaymentStory): Promise<PaymentSnapshot> {
  await story.usableTransaction(await story.settings());
  return story.known().snapshot();
}

function refusePage(story: PaymentStory): void {
  const { terms, state } = story.known().snapshot();
  if (state !== 'PENDING') throw refusal('not-open', `the payment is ${state}`);
  if (!offers(terms, 'page')) throw refusal('channel-off', 'this payment is not to be paid on a page');
  refuseUnresolved(story);
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

/** While nobody knows whether a card was charged, nobody can say that the money is not wanted. */
function refuseEnded(story: PaymentStory): void {
  const { state } = story.known().snapshot();
  if (state !== 'PENDING') throw refusal('not-open', `the payment is ${state}`);
  refuseUnresolved(story);
}
