import { notFound, unprocessable } from '../http/refusal.js';
import { accounts } from '../money/ledger.js';
import { type Merchant } from '../types/merchant.js';
import { type Terms, type Transaction } from '../types/transaction.js';
import { type World } from '../world.js';
import { maskedPan } from './card-details.js';
import { collect } from './collect.js';
import { isPaymentReferenceTaken, openTransaction, payableKobo } from './transactions.js';

/** Runs inside a commit: opens a transaction that is PAID or FAILED at once. */
export function chargeToken(
  world: World,
  merchant: Merchant,
  { token, terms }: { readonly token: string; readonly terms: Terms },
): Transaction {
  const known = world.cardTokens.get(token);
  if (known?.merchantId !== merchant.id) throw notFound('Invalid card token');
  if (known.email.toLowerCase() !== terms.customer.email.toLowerCase()) {
    throw unprocessable('Customer email does not match the email of the first charge');
  }
  if (isPaymentReferenceTaken(world, merchant.id, terms.paymentReference)) {
    throw unprocessable('Duplicate payment reference');
  }
  const product = { type: 'API_NOTIFICATION', reference: terms.paymentReference };
  const special = { product, method: 'CARD', card: known.card } as const;
  if (known.card.scenario === 'tokenizable-once') {
    return openTransaction(world, merchant, { ...terms, special: { ...special, recorded: 'FAILED' } });
  }
  const transaction = openTransaction(world, merchant, { ...terms, special });
  return collect(world, {
    transaction,
    amountKobo: payableKobo(transaction),
    from: accounts.card(maskedPan(known.card)),
    status: 'PAID',
    facts: {},
  });
}
