import { needsFormPost } from '../../collections/card-results.js';
import { chargeCard, submitOtp } from '../../collections/cards.js';
import { statusOf } from '../../collections/transactions.js';
import { accountForTransfer, refuseOtherThanTransfer } from '../../collections/virtual-accounts.js';
import { fieldsOf, text, typedText } from '../../http/fields.js';
import { notFound, orRefusal, Refusal } from '../../http/refusal.js';
import { type Call, own, type OwnRoute } from '../../http/route.js';
import { readCard } from '../../routes/cards.js';
import { type Transaction } from '../../types/transaction.js';
import { JAVASCRIPT } from '../assets.js';
import { type Asset, type Page, type SeeOther } from '../html.js';
import { checkoutPath } from './addresses.js';
import { checkoutPage } from './checkout-view.js';
import { isOpen, liveState } from './state.js';

const PATH = '/checkout/{transactionReference}';

/** The hosted checkout, at the checkoutUrl. */
export const CHECKOUT: readonly OwnRoute[] = [
  own(`GET ${PATH}`, show),
  own(`GET ${PATH}/state.js`, showState),
  own(`POST ${PATH}/transfer`, showVirtualAccount),
  own(`POST ${PATH}/card`, payByCard),
  own(`POST ${PATH}/otp`, submitOtpForm),
];

function show(call: Call): Page {
  return checkoutPage(call.world, transactionOf(call), {
    byCard: call.query['by'] === 'card',
    testCard: typedText(call.query, 'card'),
  });
}

/** What an open page compares with the state that it shows. */
function showState(call: Call): Asset {
  const state = liveState(transactionOf(call), call.world.clock.now());
  return { asset: `export const state = ${JSON.stringify(state)};\n`, type: JAVASCRIPT };
}

function showVirtualAccount(call: Call): SeeOther | Page {
  return showAgainIfRefused(call, (transaction) => {
    refuseOtherThanTransfer(transaction);
    if (statusOf(transaction, call.world.clock.now()) === 'PENDING')
      accountForTransfer(call.world, transaction);
    return back(transaction);
  });
}

function payByCard(call: Call): SeeOther | Page {
  return showAgainIfRefused(call, (transaction) => {
    const charged = chargeCard(call.world, transaction, readCard(fieldsOf(call.body)));
    const attempt = charged.cardAttempt;
    return attempt?.waitsFor === 'issuer' && !needsFormPost(attempt)
      ? { seeOther: `/issuer/${encodeURIComponent(attempt.id)}` }
      : back(charged);
  });
}

function submitOtpForm(call: Call): SeeOther | Page {
  return showAgainIfRefused(call, (transaction) => {
    const after = submitOtp(call.world, transaction, {
      at: 'otp',
      code: text(fieldsOf(call.body), 'otp'),
    });
    return after instanceof Refusal ? after : back(after);
  });
}

/** A refusal shows the same page with the reason; a counted wrong code stays counted. A payment that has ended shows its end. */
function showAgainIfRefused(
  call: Call,
  step: (transaction: Transaction) => SeeOther | Refusal,
): SeeOther | Page {
  const after = orRefusal(() => step(transactionOf(call)));
  if (!(after instanceof Refusal)) return after;
  const transaction = transactionOf(call);
  if (!isOpen(transaction, call.world.clock.now())) return back(transaction);
  const page = checkoutPage(call.world, transaction, { byCard: true });
  return { ...page, status: after.httpStatus, alert: PAYER_TEXT[after.message] ?? after.message };
}

/** What the gateway's refusals mean to a payer. */
const PAYER_TEXT: Readonly<Record<string, string>> = {
  'Invalid Card Number': 'This card number is not valid. Choose one of the test cards below.',
  'Auth Data error': 'Check the expiry date, the CVV and the PIN.',
  'Invalid OTP supplied': 'This code is not correct. Check it and try again.',
};

function back(transaction: Transaction): SeeOther {
  return { seeOther: checkoutPath(transaction) };
}

function transactionOf({ world, params }: Call): Transaction {
  const transaction = world.transactions.get(params['transactionReference'] ?? '');
  if (!transaction) throw notFound('We could not find this payment.');
  return transaction;
}
