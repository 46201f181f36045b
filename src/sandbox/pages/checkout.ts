import { needsFormPost } from '../collections/card-results.js';
import { chargeCard, submitOtp } from '../collections/cards.js';
import { statusOf } from '../collections/transactions.js';
import { accountForTransfer, refuseOtherThanTransfer } from '../collections/virtual-accounts.js';
import { fieldsOf, text } from '../http/fields.js';
import { notFound, orRefusal, Refusal } from '../http/refusal.js';
import { type Call, own, type OwnRoute } from '../http/route.js';
import { readCard } from '../routes/cards.js';
import { type Transaction } from '../types/transaction.js';
import { checkoutPath } from './checkout-addresses.js';
import { checkoutPage } from './checkout-view.js';
import { type Page, type SeeOther } from './html.js';

const PATH = '/checkout/{transactionReference}';

/** The hosted checkout, at the checkoutUrl. */
export const CHECKOUT: readonly OwnRoute[] = [
  own(`GET ${PATH}`, (call) => checkoutPage(call.world, transactionOf(call), call.query['by'] === 'card')),
  own(`POST ${PATH}/transfer`, showVirtualAccount),
  own(`POST ${PATH}/card`, payByCard),
  own(`POST ${PATH}/otp`, submitOtpForm),
];

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

/** A refusal shows the same page with the reason; a counted wrong code stays counted. */
function showAgainIfRefused(
  call: Call,
  step: (transaction: Transaction) => SeeOther | Refusal,
): SeeOther | Page {
  const after = orRefusal(() => step(transactionOf(call)));
  if (!(after instanceof Refusal)) return after;
  const page = checkoutPage(call.world, transactionOf(call), true);
  return { ...page, status: after.httpStatus, alert: after.message };
}

function back(transaction: Transaction): SeeOther {
  return { seeOther: checkoutPath(transaction) };
}

function transactionOf({ world, params }: Call): Transaction {
  const transaction = world.transactions.get(params['transactionReference'] ?? '');
  if (!transaction) throw notFound('We could not find this payment.');
  return transaction;
}
