import { z } from 'zod';
import { defineEndpoint } from '../spec/endpoint.js';
import { ALREADY_EXISTS, NOT_FOUND } from '../reading/refusals.js';
import * as give from '../formats/request-fields.js';
import * as take from '../reading/reply-fields.js';

const PUBLIC = 'public interface description';

const wallet = take.record({
  walletName: take.maybeText,
  walletReference: take.text,
  customerName: take.maybeText,
  customerEmail: take.maybeText,
  feeBearer: take.maybeText,
  bvnDetails: take.maybe(take.record({ bvn: take.maybeText, bvnDateOfBirth: take.maybeText })),
  accountNumber: take.maybeText,
  accountName: take.maybeText,
  createdOn: take.maybeTime,
  topUpAccountDetails: take.maybe(
    take.record({
      accountNumber: take.maybeText,
      accountName: take.maybeText,
      bankCode: take.maybeText,
      bankName: take.maybeText,
      createdOn: take.maybeTime,
    }),
  ),
});

type Wallet = z.output<typeof wallet>;

/** No caller needs the identity of the customer, so that Temporal does not get it from a reply. */
function withoutIdentity(given: Wallet): Omit<Wallet, 'bvnDetails'> {
  const kept: Partial<Wallet> = { ...given };
  delete kept.bvnDetails;
  return kept as Omit<Wallet, 'bvnDetails'>;
}

const wallets = take.page(wallet);

const paging = { pageSize: give.pageSize.optional(), pageNo: give.pageNumber.optional() };

export const createWallet = defineEndpoint({
  name: 'createWallet',
  group: 'Wallets',
  summary: 'Create a wallet for a customer',
  method: 'POST',
  path: '/api/v1/disbursements/wallet',
  effect: 'changes',
  request: z.strictObject({
    walletReference: give.newReference,
    walletName: give.text(),
    customerName: give.text(),
    customerEmail: give.email,
    bvnDetails: z.strictObject({ bvn: give.bvn, bvnDateOfBirth: give.day }),
  }),
  reply: wallet,
  keeps: z.custom<Wallet>().transform(withoutIdentity),
  reference: 'walletReference',
  answers: { 'reference-used': ALREADY_EXISTS },
  absence: { listing: 'listWallets', by: ['walletReference'] },
  source: PUBLIC,
});

export const listWallets = defineEndpoint({
  name: 'listWallets',
  group: 'Wallets',
  summary: 'List the wallets of customers',
  method: 'GET',
  path: '/api/v1/disbursements/wallet',
  effect: 'reads',
  request: z.strictObject({ walletReference: give.anyReference.optional(), ...paging }),
  reply: wallets,
  keeps: z
    .custom<z.output<typeof wallets>>()
    .transform(({ content, ...page }) => ({ ...page, content: content.map(withoutIdentity) })),
  source: PUBLIC,
});

export const getCustomerWalletBalance = defineEndpoint({
  name: 'getCustomerWalletBalance',
  group: 'Wallets',
  summary: "Balance of a customer's wallet",
  method: 'GET',
  path: '/api/v1/disbursements/wallet/balance',
  effect: 'reads',
  request: z.strictObject({ walletReference: give.anyReference }),
  reply: take.record({ availableBalance: take.naira, ledgerBalance: take.maybeNaira }),
  answers: { 'not-found': NOT_FOUND },
  source: PUBLIC,
});

export const listWalletTransactions = defineEndpoint({
  name: 'listWalletTransactions',
  group: 'Wallets',
  summary: 'List the transactions of a wallet',
  method: 'GET',
  path: '/api/v1/disbursements/wallet/transactions',
  effect: 'reads',
  request: z.strictObject({ accountNumber: give.accountNumber, ...paging }),
  reply: take.page(
    take.record({
      walletTransactionReference: take.text,
      transactionReference: take.maybeText,
      availableBalanceBefore: take.maybeNaira,
      availableBalanceAfter: take.maybeNaira,
      amount: take.naira,
      transactionDate: take.maybeTime,
      transactionType: take.maybeWord('DEBIT', 'CREDIT'),
      message: take.maybeText,
      narration: take.maybeText,
      status: take.maybeText,
    }),
  ),
  answers: { 'not-found': NOT_FOUND },
  source: PUBLIC,
});
