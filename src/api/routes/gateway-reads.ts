import { type Request, Router } from 'express';
import { z } from 'zod';
import { type Kobo, toNaira } from '../../domain/money.js';
import type { GatewayReads } from '../gateway-reads.js';
import { parse } from '../parse.js';
import { Problem } from '../problem.js';
import { accountNumber, bankCode, dateOfBirth, elevenDigits, name, phone } from '../request-fields.js';

const PAGE_SIZE = 100;

const page = z.strictObject({
  page: z
    .string()
    .regex(/^\d{1,6}$/, 'must be a page number, counted from 0')
    .transform(Number)
    .default(0),
});
const code = z.string().min(1).max(100);

const nameEnquiry = z.strictObject({ bankCode, accountNumber });
const bvnMatch = z.strictObject({
  bvn: elevenDigits,
  name,
  dateOfBirth,
  phone,
});
const bvnAccountMatch = z.strictObject({ bvn: elevenDigits, bankCode, accountNumber });
const ninLookUp = z.strictObject({ nin: elevenDigits });

/**
 * Lists and look-ups that a worker reads from the gateway. Personal data is in bodies, never in a URL; the look-ups of
 * people are billed by the gateway, and never repeated or kept.
 */
export function gatewayReadRoutes({ read }: GatewayReads): Router {
  const router = Router();
  const get = (path: string, answer: (request: Request) => Promise<object>) =>
    router.get(path, async (request, response) => void response.json(await answer(request)));
  const post = (path: string, answer: (body: unknown) => Promise<object>) =>
    router.post(path, async (request, response) => void response.json(await answer(request.body)));

  get('/banks', async () => ({ banks: await read('listBanks', {}) }));
  get('/banks/ussd', async () => ({ banks: await read('listUssdBanks', {}) }));
  post('/name-enquiries', (body) => read('enquireName', parse(nameEnquiry, body)));

  get('/biller-categories', ({ query }) => read('listBillerCategories', pageOf(query)));
  get('/billers', ({ query: { category, ...query } }) =>
    read('listBillers', {
      ...pageOf(query),
      ...(category !== undefined && { category_code: parse(code, category) }),
    }),
  );
  get('/billers/:code/products', async ({ params, query }) => {
    const biller_code = parse(code, params.code);
    const { content, ...rest } = await read('listBillerProducts', { biller_code, ...pageOf(query) });
    const products = content.map((product) => inNaira(product, ['price', 'minAmount', 'maxAmount']));
    return { ...rest, content: products };
  });

  get('/sub-accounts', async () => ({ subAccounts: await read('listSubAccounts', {}, { isFresh: true }) }));
  get('/limit-profiles', async ({ query }) => {
    const { content, ...rest } = await read('listLimitProfiles', pageOf(query));
    const values = ['singleTransactionValue', 'dailyTransactionValue'] as const;
    return { ...rest, content: content.map((profile) => inNaira(profile, values)) };
  });
  get('/wallets/:walletReference', async ({ params }) => {
    const wallet = await findWallet(read, parse(code, params.walletReference));
    // without the identity of the customer
    const { walletReference, walletName, accountNumber, accountName, topUpAccountDetails } = wallet;
    return { walletReference, walletName, accountNumber, accountName, topUpAccountDetails };
  });
  get('/wallets/:walletReference/transactions', async ({ params, query }) => {
    const { accountNumber } = await findWallet(read, parse(code, params.walletReference));
    if (!accountNumber) throw new Problem('not-found', 'The gateway has no account for this wallet.');
    const { page: pageNo, size: pageSize } = pageOf(query);
    const { content, ...rest } = await read('listWalletTransactions', { accountNumber, pageNo, pageSize });
    const amounts = ['amount', 'availableBalanceBefore', 'availableBalanceAfter'] as const;
    return { ...rest, content: content.map((row) => inNaira(row, amounts)) };
  });
  get('/wallets/:walletReference/balance', async ({ params }) => {
    const walletReference = parse(code, params.walletReference);
    const balance = await read('getCustomerWalletBalance', { walletReference });
    return inNaira(balance, ['availableBalance', 'ledgerBalance']);
  });

  // what the gateway itself shows, also of records that other systems of the merchant made
  get('/gateway/invoices', async ({ query }) => {
    const { content, ...rest } = await read('listInvoices', pageOf(query));
    return { ...rest, content: content.map((invoice) => inNaira(invoice, ['amount'])) };
  });
  get('/gateway/transfers', async ({ query }) => {
    const { page: pageNo, size: pageSize } = pageOf(query);
    const { content, ...rest } = await read('listTransfers', { pageNo, pageSize });
    return { ...rest, content: content.map((transfer) => inNaira(transfer, ['amount', 'fee'])) };
  });
  get('/gateway/batches/:batchReference/summary', async ({ params }) => {
    const summary = await read('getBatchSummary', { reference: parse(code, params.batchReference) });
    const amounts = ['totalAmount', 'totalFee', 'pendingAmount', 'failedAmount', 'successfulAmount'] as const;
    return inNaira(summary, amounts);
  });

  post('/verifications/bvn', async (body) => {
    const { phone: mobileNo, ...person } = parse(bvnMatch, body);
    const matched = await read('matchBvnDetails', { ...person, mobileNo });
    return { name: matched.name, dateOfBirth: matched.dateOfBirth, phone: matched.mobileNo };
  });
  post('/verifications/bvn-account', async (body) => {
    const matched = await read('matchBvnAccount', parse(bvnAccountMatch, body));
    const { accountName, matchStatus, matchPercentage } = matched;
    return { accountName, matchStatus, matchPercentage };
  });
  post('/verifications/nin', (body) => read('getNinDetails', parse(ninLookUp, body)));
  return router;
}

async function findWallet(read: GatewayReads['read'], walletReference: string) {
  const { content } = await read('listWallets', { walletReference });
  const wallet = content.find((each) => each.walletReference === walletReference);
  if (!wallet) throw new Problem('not-found', 'The gateway has no wallet with this reference.');
  return wallet;
}

function pageOf(query: object): { readonly page: number; readonly size: number } {
  return { ...parse(page, query), size: PAGE_SIZE };
}

/** Amounts in naira, and beside them in kobo. */
function inNaira<Fields extends object>(fields: Fields, amounts: readonly (keyof Fields & string)[]): object {
  const shown = amounts.flatMap((field) => {
    const amount = fields[field] as Kobo | null | undefined;
    return amount == null ? [] : [[field, toNaira(amount)] as const, [`${field}Kobo`, amount] as const];
  });
  return { ...fields, ...(Object.fromEntries(shown) as object) };
}
