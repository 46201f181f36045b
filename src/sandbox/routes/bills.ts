import { amount, email, type Fields, fieldsOf, has, optionalText, text } from '../http/fields.js';
import { cut, PAGE_SIZE, windowOf } from '../http/paging.js';
import { badRequest, notFound, Refusal } from '../http/refusal.js';
import { type MerchantCall, type Route, route } from '../http/route.js';
import { BILLERS, type BillProduct, CATEGORIES, productOf, PRODUCTS } from '../payouts/billers.js';
import { vend } from '../payouts/bills.js';
import { type Bill } from '../types/bill.js';
import { keyOf } from '../types/key.js';
import { asNumber } from '../wire/amounts.js';

const BASE = '/api/v1/vas/bills-payment';

export const BILL_ROUTES: readonly Route[] = [
  route('listBillerCategories', `GET ${BASE}/biller-categories`, active(listCategories)),
  route('listBillers', `GET ${BASE}/billers`, active(listBillers)),
  route('listBillerProducts', `GET ${BASE}/biller-products`, active(listProducts)),
  route('validateBillCustomer', `POST ${BASE}/validate-customer`, active(validateCustomer)),
  route('vendBill', `POST ${BASE}/vend`, active(vendBill)),
  route('requeryBill', `GET ${BASE}/requery`, active(requery)),
];

/** Refused unless bills are active for the merchant. */
function active(handler: Route['handler']): Route['handler'] {
  return (call) => {
    if (!call.merchant.switches.billsActive)
      throw new Refusal(403, 'Bills payment is not active for this merchant');
    return handler(call);
  };
}

function listCategories(call: MerchantCall) {
  return billsPage(CATEGORIES, call);
}

function listBillers(call: MerchantCall) {
  const category = optionalText(call.query, 'category_code');
  const billers = BILLERS.filter(
    ({ categories }) => category === undefined || categories.some((code) => code === category),
  ).map(({ code, name, categories }) => ({
    code,
    name,
    categories: CATEGORIES.filter((one) => categories.some((own) => own === one.code)),
  }));
  return billsPage(billers, call);
}

function listProducts(call: MerchantCall) {
  const billerCode = text(call.query, 'biller_code');
  return billsPage(PRODUCTS.filter(({ biller }) => biller === billerCode).map(productRecord), call);
}

function validateCustomer({ world, body }: MerchantCall) {
  const fields = fieldsOf(body);
  const product = readProduct(fields);
  const customerId = text(fields, 'customerId');
  const validationReference = product.needsValidation
    ? lookUpOf(world.seed.digits(`meter ${customerId}`, 12))
    : null;
  return {
    customerName: 'ADAEZE AMARA ADEYEMI',
    priceType: priceType(product),
    price: naira(product.priceKobo),
    minAmount: naira(product.leastKobo),
    maxAmount: naira(product.mostKobo),
    vendInstruction: { requireValidationRef: product.needsValidation, validationReference },
  };
}

const lookUpOf = (digits: string): string => `VAL${digits}`;

function vendBill({ world, merchant, body }: MerchantCall) {
  const fields = fieldsOf(body);
  const product = readProduct(fields);
  const customerId = text(fields, 'customerId');
  const terms = { reference: text(fields, 'reference'), customerId, amountKobo: amount(fields, 'amount') };
  if (has(fields, 'emailAddress')) email(fields, 'emailAddress');
  if (has(fields, 'phoneNumber') && !/^\+?\d{10,14}$/.test(text(fields, 'phoneNumber'))) {
    throw badRequest('Invalid MSISDN Provided');
  }
  const readLatestRun = lookUpOf(world.seed.digits(`meter ${customerId}`, 12));
  if (product.needsValidation && optionalText(fields, 'validationReference') !== readLatestRun) {
    throw badRequest('ValidationReference is required');
  }
  return billRecord(vend(world, merchant, { product, terms }), product);
}

function requery({ world, merchant, query }: MerchantCall) {
  const reference = text(query, 'reference');
  const bill = world.bills.get(keyOf(merchant.id, reference));
  const product = productOf(bill?.productCode ?? '');
  if (!bill || !product) throw notFound(`Transaction not found for reference: ${reference}`);
  return billRecord(bill, product);
}

function readProduct(fields: Fields): BillProduct {
  if (!has(fields, 'productCode')) throw badRequest('ProductCode is required');
  const product = productOf(text(fields, 'productCode'));
  if (!product) throw badRequest('Invalid product code');
  return product;
}

/** Bills have their own page wrapper, with twenty rows per page. */
function billsPage(rows: readonly unknown[], call: MerchantCall) {
  const window = windowOf(call, PAGE_SIZE, 20);
  const { all, page: content, totalPages } = cut(rows, window);
  const { number, size } = window;
  const nextPage = number + 1 < totalPages ? number + 1 : null;
  return { content, totalElements: all.length, size, number, empty: content.length === 0, nextPage };
}

const naira = (kobo: number | null): number | null => (kobo === null ? null : asNumber(kobo));

const priceType = ({ priceKobo }: BillProduct): string => (priceKobo === null ? 'OPEN' : 'FIXED');

function productRecord(product: BillProduct) {
  return {
    code: product.code,
    name: product.name,
    category: CATEGORIES.find(({ code }) => code === product.category),
    biller: billerOf(product),
    minAmount: naira(product.leastKobo),
    maxAmount: naira(product.mostKobo),
    price: naira(product.priceKobo),
    priceType: priceType(product),
    metadata: {},
  };
}

function billerOf({ biller }: BillProduct) {
  const found = BILLERS.find(({ code }) => code === biller);
  return { code: biller, name: found?.name ?? biller };
}

function billRecord(bill: Bill, product: BillProduct) {
  const biller = billerOf(product);
  return {
    vendReference: bill.reference,
    transactionReference: bill.transactionReference,
    vendStatus: bill.status,
    description: bill.description,
    vendAmount: naira(bill.amountKobo),
    payableAmount: naira(bill.amountKobo - bill.commissionKobo),
    commission: naira(bill.commissionKobo),
    customerId: bill.customerId,
    productCode: product.code,
    productName: product.name,
    billerCode: biller.code,
    billerName: biller.name,
  };
}
