import { accounts } from '../money/ledger.js';
import { cashFee } from '../money/fees.js';
import { keyOf } from '../types/key.js';
import { type Merchant } from '../types/merchant.js';
import { type TransferOutcome } from '../types/receipt.js';
import { type Customer, type OfflineProduct, type Transaction } from '../types/transaction.js';
import { asText } from '../wire/amounts.js';
import { generatedPaymentReference } from '../wire/references.js';
import { type World } from '../world.js';
import { collect } from './collect.js';
import { closedReason } from './pay-transaction.js';
import { isPaymentReferenceTaken, openTransaction, payableKobo } from './transactions.js';
import { refused } from './transfer-outcome.js';

/** Cash that a customer hands to an agent. */
export interface Cash {
  readonly merchant: Merchant;
  readonly amountKobo: number;
  readonly reference?: string;
  readonly invoiceReference?: string;
  readonly customer: Customer;
}

const PRODUCT_TYPE = 'OFFLINE_PAYMENT_AGENT';

/** Runs inside a commit. Refused cash posts no entry: the agent hands it back. */
export function takeCash(world: World, cash: Cash): TransferOutcome {
  if (cash.amountKobo === 0) return refused('The amount is zero');
  return cash.invoiceReference === undefined ? takeWithoutInvoice(world, cash) : takeForInvoice(world, cash);
}

/** The gateway documents no query for cash, so queries do not find a payment that began at an agent. */
export const isKnownByEventOnly = ({ product, invoiceReference }: Transaction): boolean =>
  product.type === PRODUCT_TYPE && invoiceReference === undefined;

function takeWithoutInvoice(world: World, cash: Cash): TransferOutcome {
  const { merchant, reference = generatedPaymentReference(world), amountKobo, customer } = cash;
  if (isPaymentReferenceTaken(world, merchant.id, reference)) {
    return refused(`Reference ${reference} already exists`);
  }
  const transaction = openTransaction(world, merchant, {
    paymentReference: reference,
    amountKobo,
    description: '',
    customer,
    methods: ['CASH'],
    split: [],
    metaData: {},
    special: { surchargeKobo: 0 },
  });
  return postEntry(world, transaction, { amountKobo, type: 'DYNAMIC', reference });
}

/** An agent's receipt is for the whole invoice: refuses any other amount than what is owed. */
function takeForInvoice(
  world: World,
  { merchant, amountKobo, invoiceReference = '' }: Cash,
): TransferOutcome {
  const invoice = world.invoices.get(keyOf(merchant.id, invoiceReference));
  const transaction = world.transactions.get(invoice?.transactionReference ?? '');
  if (!transaction) return refused(`${merchant.name} has no invoice ${invoiceReference}`);
  const closed = closedReason(transaction, merchant, world.clock.now());
  if (closed) return refused(closed);
  const owedKobo = payableKobo(transaction) - transaction.paidKobo;
  if (amountKobo !== owedKobo) return refused(`The invoice requires exactly ${asText(owedKobo)}`);
  return postEntry(world, transaction, { amountKobo, type: 'INVOICE', reference: invoiceReference });
}

interface Slip extends Omit<OfflineProduct, 'code'> {
  /** The product reference on the agent's terminal. */
  readonly reference: string;
}

function postEntry(
  world: World,
  transaction: Transaction,
  { amountKobo, type, reference }: Slip,
): TransferOutcome {
  const code = world.seed.digits(`cash ${type} of ${transaction.merchantId}`, 5);
  const paid = collect(world, {
    transaction,
    amountKobo,
    from: accounts.cash,
    status: 'PAID',
    fee: cashFee,
    facts: {
      method: 'CASH',
      product: { type: PRODUCT_TYPE, reference },
      offlineProduct: { amountKobo, code, type },
    },
  });
  return { accepted: true, status: paid.recorded, transactionReference: paid.transactionReference };
}
