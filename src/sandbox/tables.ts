import { type Collection, type Store } from './state/store.js';
import { type BankAccount } from './types/bank-account.js';
import { type Batch } from './types/batch.js';
import { type Bill } from './types/bill.js';
import { type CardToken } from './types/card.js';
import { type CustomerWallet, type WalletEntry } from './types/customer-wallet.js';
import { type Debit } from './types/debit.js';
import { type Delivery, FINISHED, isPending } from './types/delivery.js';
import { type Invoice } from './types/invoice.js';
import { keyOf } from './types/key.js';
import { type LimitProfile } from './types/limit-profile.js';
import { type Mandate } from './types/mandate.js';
import { type Merchant } from './types/merchant.js';
import { type Message } from './types/message.js';
import { type Paycode } from './types/paycode.js';
import { type Receipt } from './types/receipt.js';
import { type Refund } from './types/refund.js';
import { type ReservedAccount } from './types/reserved-account.js';
import { type Settlement, type SettlementRow } from './types/settlement.js';
import { type SubAccount } from './types/sub-account.js';
import { type Transaction } from './types/transaction.js';
import { isOpen, type Transfer, twinKey } from './types/transfer.js';
import { type VirtualAccount } from './types/virtual-account.js';

export type Tables = ReturnType<typeof createTables>;

/** Every collection of the sandbox's state, with its indexes. */
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
    settlementRows: store.collection<SettlementRow, 'settlement' | 'transaction'>('settlement-rows', {
      key: (row) => row.key,
      indexes: {
        settlement: (row) => row.settlementReference,
        transaction: (row) => row.transactionReference,
      },
    }),
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
    deliveries: store.collection<Delivery, 'finished' | 'held'>('deliveries', {
      key: (delivery) => delivery.id,
      indexes: {
        finished: ({ state }) => (isPending(state) ? undefined : FINISHED),
        held: ({ state, merchantId }) => (state === 'held' ? merchantId : undefined),
      },
    }),
    receipts: store.collection<Receipt>('receipts', (receipt) => receipt.id),
  };
}

type TransactionIndex = 'merchant' | 'payment' | 'attempt' | 'reservedAccount' | 'unsettled';

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
    },
  });
}

function payoutTables(store: Store) {
  return {
    transfers: store.collection<Transfer, 'merchant' | 'single' | 'batch' | 'open' | 'twin'>('transfers', {
      key: (transfer) => transfer.key,
      indexes: {
        merchant: (transfer) => transfer.merchantId,
        single: ({ merchantId, batchKey }) => (batchKey === null ? merchantId : undefined),
        batch: (transfer) => transfer.batchKey ?? undefined,
        /** The rows of a batch that are not decided yet. */
        open: (transfer) => (isOpen(transfer) ? (transfer.batchKey ?? undefined) : undefined),
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
