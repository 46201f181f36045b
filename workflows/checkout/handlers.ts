import { offers, type CheckoutSnapshot } from '../../src/domain/checkout/checkout.js';
import { reviewKey } from '../../src/domain/lifecycle/review.js';
import { whyLostMoney } from '../../src/domain/order/decide.js';
import { LOST_MONEY } from '../../src/domain/order/items.js';
import { decide, learnRefunds, refuseDecision, refuseLearned } from '../shared/collection/decide.js';
import { createOrderPlace, UNRESOLVED } from '../shared/collection/order-place.js';
import { cancelOf } from '../shared/messages.js';
import {
  type Command,
  type CommandMessage,
  refusal,
  registerCommand,
  registerCommonHandlers,
} from '../shared/run/handlers.js';
import * as card from './card.js';
import { refuseAfterLostCharge, transactionForChannel } from './channel.js';
import { refuseCard, refuseOtp, refuseThreeDs, refuseUnresolved } from './card-refusals.js';
import { type CardCharge, CHECKOUT, type OtpSubmission, type VirtualAccountRequest } from './messages.js';
import type { CheckoutLifecycle } from './lifecycle.js';
import { CHECKOUT_RULES } from './rules.js';
import { openVirtualAccount, refuseVirtualAccount } from './virtual-account.js';

export function registerHandlers(lifecycle: CheckoutLifecycle): void {
  const { commands } = CHECKOUT;
  registerCommonHandlers(lifecycle, {
    ...CHECKOUT,
    learn: (command) => learnRefunds(lifecycle, CHECKOUT_RULES, command),
    refuse: (command, item) => refuseDecision(lifecycle, command, item),
    refuseLearned: (command, item) => refuseLearned(lifecycle, command, item),
    onResolved: (checkout, command, item) => {
      const { gatewayReference: transactionReference } = command;
      const isNamed = [UNRESOLVED, LOST_MONEY].map(reviewKey).includes(command.key);
      if (isNamed && transactionReference !== undefined && !checkout.find(transactionReference))
        checkout.adopt(transactionReference);
      return decide(lifecycle, CHECKOUT_RULES, command, item);
    },
  });

  /** A repeat gets the current snapshot. */
  function register<Request>(
    message: CommandMessage<Request, CheckoutSnapshot>,
    command: Command<Request, CheckoutSnapshot>,
  ): void {
    registerCommand(lifecycle, message, { ...command, answer: () => lifecycle.subject().snapshot() });
  }

  register(cancelOf<CheckoutSnapshot>(), {
    refuse: () => refuseEnded(lifecycle),
    execute: () => cancelCheckout(lifecycle),
    description: 'Cancel the checkout.',
  });

  registerCommand(lifecycle, commands.virtualAccount, {
    refuse: (request: VirtualAccountRequest) => refuseVirtualAccount(lifecycle, request),
    execute: (request) => openVirtualAccount(lifecycle, request),
    description: 'Get a virtual account for this checkout only.',
  });

  register(commands.page, {
    refuse: () => refusePage(lifecycle),
    execute: () => openPage(lifecycle),
    description: 'Get a hosted page that can still be paid on.',
  });

  register(commands.chargeCard, {
    refuse: (charge: CardCharge) => refuseCard(lifecycle, charge),
    execute: (charge) => card.chargeCard(lifecycle, charge),
    description: 'Charge a card that the vault holds.',
  });

  register(commands.submitOtp, {
    refuse: (code: OtpSubmission) => refuseOtp(lifecycle, code),
    execute: (code) => card.submitOtp(lifecycle, code),
    description: "Submit the payer's OTP.",
  });

  register(commands.authorizeThreeDs, {
    refuse: () => refuseThreeDs(lifecycle),
    execute: () => card.authorizeThreeDs(lifecycle),
    description: 'Authorize the card after 3-D Secure.',
  });
}

async function openPage(lifecycle: CheckoutLifecycle): Promise<CheckoutSnapshot> {
  await transactionForChannel(lifecycle);
  return lifecycle.subject().snapshot();
}

function refusePage(lifecycle: CheckoutLifecycle): void {
  const { terms, state } = lifecycle.subject().snapshot();
  if (state !== 'PENDING') throw refusal('not-open', `the checkout is ${state}`);
  if (!offers(terms, 'page'))
    throw refusal('channel-disabled', 'the hosted page is not allowed on this checkout');
  refuseUnresolved(lifecycle);
  refuseAfterLostCharge(lifecycle);
}

async function cancelCheckout(lifecycle: CheckoutLifecycle): Promise<CheckoutSnapshot> {
  await lifecycle.settings();
  const checkout = lifecycle.subject();
  if (checkout.snapshot().state === 'CANCELLED') return checkout.snapshot();
  // a payer who saw payment instructions may have paid, and the event may be lost
  if (checkout.isOpen() && checkout.snapshot().handedOutAt !== undefined) await checkNow(lifecycle);
  refuseEnded(lifecycle);
  if (checkout.snapshot().state === 'CANCELLED') return checkout.snapshot();
  createOrderPlace(lifecycle, CHECKOUT_RULES).end('CANCELLED', 'the merchant cancelled it');
  return checkout.snapshot();
}

async function checkNow({ checks, pace }: CheckoutLifecycle): Promise<void> {
  const ticket = checks.requestNow();
  await pace.until(() => checks.isDone(ticket));
}

/** While a card charge is unresolved, also one that a lost run may have made, the checkout cannot be cancelled. */
function refuseEnded(lifecycle: CheckoutLifecycle): void {
  const checkout = lifecycle.subject().snapshot();
  const { state } = checkout;
  // a repeat gets the same answer
  if (state === 'CANCELLED') return;
  const why = state === 'PENDING' ? whyLostMoney(checkout) : `the checkout is ${state}`;
  if (why !== undefined) throw refusal('not-open', why);
  refuseUnresolved(lifecycle);
  refuseAfterLostCharge(lifecycle);
}
