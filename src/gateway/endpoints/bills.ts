import { z } from 'zod';
import { defineEndpoint } from '../spec/endpoint.js';
import { ALREADY_EXISTS, INSUFFICIENT_FUNDS, NOT_FOUND } from '../reading/refusals.js';
import * as give from '../formats/request-fields.js';
import * as take from '../reading/reply-fields.js';

const PUBLIC = 'public interface description, corrected on the public sandbox';
const BILLS = '/api/v1/vas/bills-payment';

/** Bills count pages from zero, whatever their page says, and have their own wrapper. */
function billsPage<Item extends z.ZodType>(item: Item) {
  return take.record({
    content: take.list(item),
    totalElements: take.maybeCount,
    size: take.maybeCount,
    number: take.maybeCount,
    empty: take.maybeFlag,
    nextPage: take.nothing,
  });
}

const named = take.record({ code: take.text, name: take.maybeText });
/** Documented as a list, observed as one object. */
const oneOrMany = take.maybe(z.union([z.array(named), named]));
const paging = { page: give.pageNumber.optional(), size: give.pageSize.optional() };
const priceType = take.maybeWord('OPEN', 'FIXED');
const PRICES = {
  priceType,
  price: take.maybeNaira,
  minAmount: take.maybeNaira,
  maxAmount: take.maybeNaira,
};

export const listBillerCategories = defineEndpoint({
  name: 'listBillerCategories',
  group: 'Bills payment',
  summary: 'List the categories of bills',
  method: 'GET',
  path: `${BILLS}/biller-categories`,
  effect: 'reads',
  request: z.strictObject(paging),
  reply: billsPage(named),
  source: PUBLIC,
});

export const listBillers = defineEndpoint({
  name: 'listBillers',
  group: 'Bills payment',
  summary: 'List the billers, optionally of one category',
  method: 'GET',
  path: `${BILLS}/billers`,
  effect: 'reads',
  request: z.strictObject({ ...paging, category_code: give.text().optional() }),
  reply: billsPage(take.record({ code: take.text, name: take.maybeText, categories: oneOrMany })),
  source: PUBLIC,
});

export const listBillerProducts = defineEndpoint({
  name: 'listBillerProducts',
  group: 'Bills payment',
  summary: 'List the products of a biller',
  method: 'GET',
  path: `${BILLS}/biller-products`,
  effect: 'reads',
  request: z.strictObject({ biller_code: give.text(), ...paging }),
  reply: billsPage(
    take.record({
      code: take.text,
      name: take.maybeText,
      category: oneOrMany,
      biller: oneOrMany,
      ...PRICES,
      metadata: take.nothing,
    }),
  ),
  source: PUBLIC,
});

export const validateBillCustomer = defineEndpoint({
  name: 'validateBillCustomer',
  group: 'Bills payment',
  summary: "Validate a customer's number with the biller",
  method: 'POST',
  path: `${BILLS}/validate-customer`,
  effect: 'reads',
  request: z.strictObject({ productCode: give.text(), customerId: give.text() }),
  reply: take.record({
    customerName: take.maybeText,
    ...PRICES,
    vendInstruction: take.maybe(
      take.record({ requireValidationRef: take.maybeFlag, validationReference: take.maybeText }),
    ),
  }),
  answers: { 'not-found': NOT_FOUND, invalid: [{ status: 400 }] },
  source: PUBLIC,
});

const vend = take.record({
  vendReference: take.maybeText,
  transactionReference: take.maybeText,
  vendStatus: take.word('SUCCESS', 'PENDING', 'IN_PROGRESS', 'FAILED'),
  description: take.maybeText,
  vendAmount: take.maybeNaira,
  payableAmount: take.maybeNaira,
  commission: take.maybeNaira,
  customerId: take.maybeText,
  productCode: take.maybeText,
  productName: take.maybeText,
  billerCode: take.maybeText,
  billerName: take.maybeText,
});

export const vendBill = defineEndpoint({
  name: 'vendBill',
  group: 'Bills payment',
  summary: "Pay a bill or buy airtime from the merchant's wallet",
  method: 'POST',
  path: `${BILLS}/vend`,
  effect: 'moves-money',
  request: z.strictObject({
    productCode: give.text(),
    customerId: give.text(),
    amount: give.amount(),
    reference: give.newReference,
    validationReference: give.text().optional(),
    emailAddress: give.email.optional(),
    phoneNumber: give.text(20).optional(),
  }),
  reply: vend,
  reference: 'reference',
  answers: {
    'reference-used': ALREADY_EXISTS,
    'insufficient-funds': INSUFFICIENT_FUNDS,
  },
  absence: { read: 'requeryBill', by: 'reference' },
  source: PUBLIC,
});

export const requeryBill = defineEndpoint({
  name: 'requeryBill',
  group: 'Bills payment',
  summary: 'Status of a paid bill',
  method: 'GET',
  path: `${BILLS}/requery`,
  effect: 'reads',
  request: z.strictObject({ reference: give.anyReference }),
  reply: vend,
  answers: { 'not-found': NOT_FOUND },
  source: PUBLIC,
});
