import type { UpdateDefinition } from '@temporalio/common';
import { offers, type PaymentSnapshot } from '../../src/domain/payment.js';
import { cancel } from '../shared/messages.js';
import { type Command, hearCommand, hearCommon, refusal } from '../shared/run/hear.js';
import * as card from './card.js';
import { transactionForChannel } from './channel.js';
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
  hearCommon(story, {
    ...PAYMENT,
    onResolved: (payment, order, kind) => {
      const { gatewayReference: transactionReference } = order;
      const isAdopted = order.key === 'unresolved:closing' && transactionReference !== undefined;
      if (isAdopted && !payment.find(transactionReference)) payment.adopt(transactionReference);
      if (order.decision === 'happened') story.checks.urge();
      return payment.onResolved(order, kind);
    },
  });

  /** A repeat is answered with the payment as it is by then. */
  function hear<Request>(
    update: UpdateDefinition<PaymentSnapshot, [Request]> | UpdateDefinition<PaymentSnapshot>,
    command: Command<Request, PaymentSnapshot>,
  ): void {
    hearCommand(story, update, { ...command, answer: () => story.known().snapshot() });
  }

  hear(cancel as UpdateDefinition<PaymentSnapshot>, {
    refuse: () => refuseEnded(story),
    obey: () => cancelPayment(story),
    description: 'The merchant wants the money no more.',
  });

  hearCommand(story, requestTransferAccount, {
    refuse: (request: TransferAccountRequest) => refuseTransferAccount(story, request),
    obey: (request) => openTransferAccount(story, request),
    description: 'A virtual account that takes money for this payment alone.',
  });

  hear(requestPage, {
    refuse: () => refusePage(story),
    obey: () => openPage(story),
    description: 'A hosted page that can still be paid on.',
  });

  hear(chargeCard, {
    refuse: (charge: CardCharge) => refuseCard(story, charge),
    obey: (charge) => card.chargeCard(story, charge),
    description: 'Charges a card that a desk holds.',
  });

  hear(giveCode, {
    refuse: (code: CodeGiven) => refuseCode(story, code),
    obey: (code) => card.giveCode(story, code),
    description: 'The code that the bank sent to the payer.',
  });

  hear(authorizeSecure3d, {
    refuse: () => refuseSecure3d(story),
    obey: () => card.authorizeSecure3d(story),
    description: "The payer was at the issuer's; the card is authorised.",
  });
}

async function openPage(story: PaymentStory): Promise<PaymentSnapshot> {
  await transactionForChannel(story);
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
  const payment = story.known();
  if (payment.snapshot().state === 'CANCELLED') return payment.snapshot();
  // a payer who was shown how to pay may have paid, and the event may be lost
  if (payment.isOpen() && payment.snapshot().handedOutAt !== undefined) await checkNow(story);
  refuseEnded(story);
  if (payment.snapshot().state === 'CANCELLED') return payment.snapshot();
  payment.move('CANCELLED', 'the merchant cancelled it');
  story.tell(payment.tale());
  return payment.snapshot();
}

async function checkNow({ checks, pace }: PaymentStory): Promise<void> {
  const ticket = checks.urge();
  await pace.until(() => checks.isDone(ticket));
}

/** While nobody knows whether a card was charged, nobody can say that the money is not wanted. */
function refuseEnded(story: PaymentStory): void {
  const { state } = story.known().snapshot();
  // the same answer again
  if (state === 'CANCELLED') return;
  if (state !== 'PENDING') throw refusal('not-open', `the payment is ${state}`);
  refuseUnresolved(story);
}
