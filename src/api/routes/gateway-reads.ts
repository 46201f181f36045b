import { z } from 'zod';
import { type Kobo, toNaira } from '../../domain/money.js';
import { omitUndefined } from '../../domain/omit-undefined.js';
import { type About, createRoutes, type Routes } from '../described-routes.js';
import type { GatewayReads } from '../gateway-reads.js';
import { parse } from '../../requests/parse.js';
import { Problem } from '../../requests/problem.js';
import { accountNumber, bankCode, gatewayReference, timestamp } from '../../requests/fields.js';
import { formed, text } from '../../requests/text.js';
import { gatewayPage, gatewayRecord } from '../views/gateway-record.js';

const PAGE_SIZE = 100;

const pageNumber = formed(6, /^\d{1,6}$/, 'must be a page number, counted from 0')
  .transform(Number)
  .default(0)
  .meta({ description: 'counted from 0; a page has 100 rows' });
const ofWallet = { walletReference: gatewayReference };
const paged = z.strictObject({ page: pageNumber });
const ofBillers = z.strictObject({ page: pageNumber, category: gatewayReference.optional() });

/** Both ends are part of the period. */
const PERIOD = {
  from: timestamp.optional().meta({ description: 'created at this time or later' }),
  to: timestamp.optional().meta({ description: 'created until this time' }),
};
const ofTransactions = z.strictObject({
  page: pageNumber,
  ...PERIOD,
  state: text(40)
    .min(1)
    .optional()
    .meta({ description: 'the gateway’s word', examples: ['PAID'] }),
  transactionReference: gatewayReference.optional(),
  paymentReference: gatewayReference.optional(),
});
const ofTransfers = z.strictObject({ page: pageNumber, ...PERIOD });

const nameEnquiry = z.strictObject({ bankCode, accountNumber });

const AMOUNTS_OF_TRANSFER = ['amount', 'fee'] as const;

/** Lists and look-ups that a worker reads from the gateway. Account numbers are in bodies, never in a URL. */
export function gatewayReadRoutes({ read }: GatewayReads): Routes {
  const routes = createRoutes();

  routes.get('/banks', about('List banks', listOf('banks')), async (_request, response) => {
    response.json({ banks: await read('listBanks', {}) });
  });
  routes.get(
    '/banks/ussd',
    about('List banks with USSD codes', listOf('banks')),
    async (_request, response) => {
      response.json({ banks: await read('listUssdBanks', {}) });
    },
  );
  routes.post(
    '/name-enquiries',
    { ...about('Ask a bank whose account it is', gatewayRecord), body: nameEnquiry },
    async (request, response) => {
      response.json(await read('enquireName', parse(nameEnquiry, request.body)));
    },
  );

  routes.get(
    '/biller-categories',
    { ...about('List categories of billers', gatewayPage), query: paged },
    async (_request, response, query) => {
      response.json(await read('listBillerCategories', pageOf(query)));
    },
  );
  routes.get(
    '/billers',
    { ...about('List billers', gatewayPage), query: ofBillers },
    async (_request, response, { category, ...query }) => {
      const ofCategory = category !== undefined && { category_code: category };
      response.json(await read('listBillers', { ...pageOf(query), ...ofCategory }));
    },
  );
  routes.get(
    '/billers/:code/products',
    { ...about('List what a biller sells', gatewayPage), params: { code: gatewayReference }, query: paged },
    async (request, response, query) => {
      const { code: biller_code } = request.params;
      const { content, ...rest } = await read('listBillerProducts', { biller_code, ...pageOf(query) });
      const products = content.map((product) => inNaira(product, ['price', 'minAmount', 'maxAmount']));
      response.json({ ...rest, content: products });
    },
  );

  routes.get(
    '/sub-accounts',
    about('List sub-accounts', listOf('subAccounts')),
    async (_request, response) => {
      response.json({ subAccounts: await read('listSubAccounts', {}, { isFresh: true }) });
    },
  );
  routes.get(
    '/limit-profiles',
    { ...about('List limit profiles', gatewayPage), query: paged },
    async (_request, response, query) => {
      const { content, ...rest } = await read('listLimitProfiles', pageOf(query));
      const values = ['singleTransactionValue', 'dailyTransactionValue'] as const;
      response.json({ ...rest, content: content.map((profile) => inNaira(profile, values)) });
    },
  );
  routes.get(
    '/wallets/:walletReference',
    { ...about('Read a customer’s wallet', gatewayRecord), params: ofWallet },
    async (request, response) => {
      const wallet = await findWallet(read, request.params.walletReference);
      // without the identity of the customer
      const { walletReference, walletName, accountNumber, accountName, topUpAccountDetails } = wallet;
      response.json({ walletReference, walletName, accountNumber, accountName, topUpAccountDetails });
    },
  );
  routes.get(
    '/wallets/:walletReference/transactions',
    { ...about('List what moved in a customer’s wallet', gatewayPage), params: ofWallet, query: paged },
    async (request, response, query) => {
      const { accountNumber } = await findWallet(read, request.params.walletReference);
      if (!accountNumber) throw new Problem('not-found', 'The gateway has no account for this wallet.');
      const { page: pageNo, size: pageSize } = pageOf(query);
      const { content, ...rest } = await read('listWalletTransactions', { accountNumber, pageNo, pageSize });
      const amounts = ['amount', 'availableBalanceBefore', 'availableBalanceAfter'] as const;
      response.json({ ...rest, content: content.map((row) => inNaira(row, amounts)) });
    },
  );
  routes.get(
    '/wallets/:walletReference/balance',
    { ...about('Read the balance of a customer’s wallet', gatewayRecord), params: ofWallet },
    async (request, response) => {
      const { walletReference } = request.params;
      const balance = await read('getCustomerWalletBalance', { walletReference });
      response.json(inNaira(balance, ['availableBalance', 'ledgerBalance']));
    },
  );

  // what the gateway itself shows, also of records that other systems of the merchant made
  routes.get(
    '/gateway/transactions',
    { ...about('Search the gateway’s transactions', gatewayPage), query: ofTransactions },
    async (_request, response, { from, to, state: paymentStatus, page, ...named }) => {
      const { content, ...rest } = await read('searchTransactions', {
        ...omitUndefined({ ...named, paymentStatus, from: iso(from), to: iso(to) }),
        ...pageOf({ page }),
      });
      const amounts = ['amount', 'amountPaid', 'payableAmount', 'fee'] as const;
      response.json({ ...rest, content: content.map((row) => inNaira(withoutCustomer(row), amounts)) });
    },
  );
  routes.get(
    '/gateway/transfers/search',
    { ...about('Search the gateway’s transfers', gatewayPage), query: ofTransfers },
    async (_request, response, { from, to, page }) => {
      const { content, ...rest } = await read('searchTransfers', {
        ...omitUndefined({ startDate: iso(from), endDate: iso(to) }),
        pageNo: page,
        pageSize: PAGE_SIZE,
      });
      response.json({ ...rest, content: content.map((row) => inNaira(row, AMOUNTS_OF_TRANSFER)) });
    },
  );
  routes.get(
    '/gateway/invoices',
    { ...about('List the gateway’s invoices', gatewayPage), query: paged },
    async (_request, response, query) => {
      const { content, ...rest } = await read('listInvoices', pageOf(query));
      response.json({ ...rest, content: content.map((invoice) => inNaira(invoice, ['amount'])) });
    },
  );
  routes.get(
    '/gateway/transfers',
    { ...about('List the gateway’s single transfers', gatewayPage), query: paged },
    async (_request, response, { page: pageNo }) => {
      const { content, ...rest } = await read('listTransfers', { pageNo, pageSize: PAGE_SIZE });
      response.json({ ...rest, content: content.map((row) => inNaira(row, AMOUNTS_OF_TRANSFER)) });
    },
  );
  routes.get(
    '/gateway/batches/:batchReference/summary',
    {
      ...about('Read the gateway’s summary of a batch', gatewayRecord),
      params: { batchReference: gatewayReference },
    },
    async (request, response) => {
      const { batchReference: reference } = request.params;
      const summary = await read('getBatchSummary', { reference });
      const amounts = [
        'totalAmount',
        'totalFee',
        'pendingAmount',
        'failedAmount',
        'successfulAmount',
      ] as const;
      response.json(inNaira(summary, amounts));
    },
  );
  return routes;
}

/** What is written about a read of the gateway. */
function about(summary: string, schema: z.ZodType): About {
  return {
    summary,
    scope: 'read',
    replies: { 200: { about: 'As the gateway has it; amounts in naira, and beside them in kobo', schema } },
    problems: ['refused', 'not-found', 'too-many-requests'],
  };
}

const listOf = (field: string) => z.strictObject({ [field]: z.array(gatewayRecord) });

async function findWallet(read: GatewayReads['read'], walletReference: string) {
  const { content } = await read('listWallets', { walletReference });
  const wallet = content.find((each) => each.walletReference === walletReference);
  if (!wallet) throw new Problem('not-found', 'The gateway has no wallet with this reference.');
  return wallet;
}

function pageOf({ page }: { readonly page: number }) {
  return { page, size: PAGE_SIZE };
}

const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

/** Searches are about money; who paid is in the lifecycle. */
function withoutCustomer<Row extends object>(row: Row): Omit<Row, 'customerDTO' | 'customer'> {
  const shown: Partial<Row> & { customerDTO?: unknown; customer?: unknown } = { ...row };
  delete shown.customerDTO;
  delete shown.customer;
  return shown as Omit<Row, 'customerDTO' | 'customer'>;
}

/** Amounts in naira, and beside them in kobo. */
function inNaira<Fields extends object>(fields: Fields, amounts: readonly (keyof Fields & string)[]): object {
  const shown = amounts.flatMap((field) => {
    const amount = fields[field] as Kobo | null | undefined;
    return amount == null ? [] : [[field, toNaira(amount)] as const, [`${field}Kobo`, amount] as const];
  });
  return { ...fields, ...(Object.fromEntries(shown) as object) };
}
