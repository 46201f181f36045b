import { type CardToken } from './collections/card-tokens.js';
import { type Invoice } from './collections/invoices.js';
import { type LimitProfile } from './collections/limit-profiles.js';
import { type Receipt } from './collections/receipts.js';
import { type Refund } from './collections/refunds.js';
import { type ReservedAccount } from './collections/reserved-accounts.js';
import { type Settlement } from './collections/settlements.js';
import { type SubAccount } from './collections/sub-accounts.js';
import { keyOf, type Transaction } from './collections/transactions.js';
import { type VirtualAccount } from './collections/virtual-accounts.js';
import { type Debit } from './direct-debit/debits.js';
import { type Mandate } from './direct-debit/mandates.js';
import { type Delivery } from './events/deliveries.js';
import { type Batch } from './payouts/batches.js';
import { type Bill } from './payouts/bills.js';
import { type CustomerWallet, type WalletEntry } from './payouts/customer-wallets.js';
import { type Paycode } from './payouts/paycodes.js';
import { type Transfer, twinKey } from './payouts/transfers.js';
import { type Message } from './people/inbox.js';
import { type Merchant } from './people/merchants.js';
import { type BankAccount } from './people/people.js';
import { type Collection, type Store } from './state/store.js';

export type Tables = ReturnType<typeof createTables>;

/** Everything that the sandbox remembers, and what each of it is found by. */
export function createTables(store: Store) {
  return {
    merchants: store.collection<Merchant, 'apiKey'>('merchants', {
      key: (merchant) => merchant.id,
      indexes: { apiKey: (merchant) => merchant.apiKey },
    }),
    transactions: transactionTable(store),
    virtualAccounts: store.collection<VirtualAccount, 'transaction'>('virtual-accounts', {
      key: (account) => account.accountNumber,
      indexes: { transaction: ({ owner }) => (owner.kind === 'transaction' ? owner.key : undefined) },
    }),
    cardTokens: store.collection<CardToken>('card-tokens', (card) => card.token),
    reservedAccounts: store.collection<ReservedAccount>('reserved-accounts', (account) => account.key),
    invoices: store.collection<Invoice, 'merchant' | 'account'>('invoices', {
      key: (invoice) => invoice.key,
      indexes: {
        merchant: (invoice) => invoice.merchantId,
        account: ({ merchantId, accountReference }) =>
          accountReference === null ? undefined : keyOf(merchantId, accountReference),
      },
    }),
    refunds: store.collection<Refund, 'merchant' | 'transaction'>('refunds', {
      key: (refund) => refund.key,
      indexes: {
        merchant: (refund) => refund.merchantId,
        transaction: (refund) => refund.transactionReference,
      },
    }),
    settlements: store.collection<Settlement>('settlements', (settlement) => settlement.reference),
    subAccounts: byMerchant<SubAccount>(store, 'sub-accounts', (one) => one.code),
    limitProfiles: byMerchant<LimitProfile>(store, 'limit-profiles', (profile) => profile.code),
    ...payoutTables(store),
    mandates: store.collection<Mandate, 'merchant' | 'reference'>('mandates', {
      key: (mandate) => mandate.code,
      indexes: { merchant: (mandate) => mandate.merchantId, reference: (mandate) => mandate.key },
    }),
    debits: store.collection<Debit, 'mandate'>('debits', {
      key: (debit) => debit.key,
      indexes: { mandate: (debit) => debit.mandateCode },
    }),
    bankAccounts: store.collection<BankAccount>(
      'bank-accounts',
      (account) => `${account.bankCode}:${account.accountNumber}`,
    ),
    messages: store.collection<Message>('messages', (message) => message.id),
    deliveries: store.collection<Delivery>('deliveries', (delivery) => delivery.id),
    receipts: store.collection<Receipt>('receipts', (receipt) => receipt.id),
  };
}

type TransactionIndex = 'merchant' | 'payment' | 'attempt' | 'reservedAccount' | 'unsettled' | 'settlement';

function transactionTable(store: Store): Collection<Transaction, TransactionIndex> {
  return store.collection<Transaction, TransactionIndex>('transactions', {
    key: (transaction) => transaction.transactionReference,
    indexes: {
      merchant: ({ merchantId }) => merchantId,
      payment: ({ merchantId, paymentReference }) => keyOf(merchantId, paymentReference),
      attempt: ({ cardAttempt }) => cardAttempt?.id,
      reservedAccount: ({ merchantId, product }) =>
        product.type === 'RESERVED_ACCOUNT' ? keyOf(merchantId, product.reference) : undefined,
      unsettled: ({ merchantId, netKobo, settledKobo }) => (netKobo > settledKobo ? merchantId : undefined),
      settlement: ({ settlementReference }) => settlementReference,
    },
  });
}

function payoutTables(store: Store) {
  return {
    transfers: store.collection<Transfer, 'merchant' | 'batch' | 'twin'>('transfers', {
      key: (transfer) => transfer.key,
      indexes: {
        merchant: (transfer) => transfer.merchantId,
        batch: (transfer) => transfer.batchKey ?? undefined,
        twin: ({ merchantId, destination, amountKobo }) => twinKey(merchantId, destination, amountKobo),
      },
    }),
    batches: byMerchant<Batch>(store, 'batches', (batch) => batch.key),
    customerWallets: store.collection<CustomerWallet, 'merchant' | 'accountNumber'>('customer-wallets', {
      key: (wallet) => wallet.key,
      indexes: {
        merchant: (wallet) => wallet.merchantId,
        accountNumber: (wallet) => wallet.accountNumber,
      },
    }),
    walletEntries: store.collection<WalletEntry, 'wallet'>('wallet-entries', {
      key: (entry) => entry.reference,
      indexes: { wallet: (entry) => entry.walletKey },
    }),
    bills: store.collection<Bill>('bills', (bill) => bill.key),
    paycodes: byMerchant<Paycode>(store, 'paycodes', (paycode) => paycode.key),
  };
}

function byMerchant<T extends { readonly merchantId: string }>(
  store: Store,
  name: string,
  key: (record: T) => string,
): Collection<T, 'merchant'> {
  return store.collection<T, 'merchant'>(name, { key, indexes: { merchant: (record) => record.merchantId } });
}
