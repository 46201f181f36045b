import { beginDebit } from '../direct-debit/debits.js';
import { acknowledge, debitRecord, mandateRecord } from '../direct-debit/mandate-records.js';
import { OPEN, openMandate, requestCancel } from '../direct-debit/mandates.js';
import {
  amount,
  email,
  type Fields,
  fieldsOf,
  optionalAmount,
  optionalFlag,
  optionalList,
  optionalText,
  text,
} from '../http/fields.js';
import { cut, windowOf } from '../http/paging.js';
import { badRequest, notFound, unprocessable } from '../http/refusal.js';
import { type MerchantCall, type Route, route } from '../http/route.js';
import { readSplit } from '../money/split.js';
import { bankOf } from '../people/banks.js';
import { nameAt } from '../people/names.js';
import { keyOf } from '../types/key.js';
import { type Mandate } from '../types/mandate.js';
import { mandateCode } from '../wire/references.js';
import { readLocal } from '../wire/times.js';

const BASE = '/api/v1/direct-debit';

export const MANDATE_ROUTES: readonly Route[] = [
  route('createMandate', `POST ${BASE}/mandate/create`, create),
  route('getMandate', `GET ${BASE}/mandate/`, getMandates),
  route('listMandates', `GET ${BASE}/mandates`, listMandates),
  route('debitMandate', `POST ${BASE}/mandate/debit`, debit),
  route('getDebit', `GET ${BASE}/mandate/debit-status`, getDebit),
  route('cancelMandate', `PATCH ${BASE}/mandate/cancel-mandate/{mandateCode}`, cancel),
];

function create(call: MerchantCall) {
  const { world, merchant } = call;
  const mandate = readMandate(call, fieldsOf(call.body));
  if (world.mandates.find('reference', keyOf(merchant.id, mandate.reference))) {
    throw unprocessable('Mandate with provided mandate reference already exist.');
  }
  openMandate(world, mandate);
  return acknowledge(
    mandate,
    'Your request is currently being processed. Mandate instructions will be sent to the customer.',
  );
}

function readMandate({ world, merchant }: MerchantCall, fields: Fields): Mandate {
  if (text(fields, 'contractCode') !== merchant.contractCode)
    throw unprocessable('Could not find specified contract');
  const now = world.clock.now();
  const reference = text(fields, 'mandateReference');
  const startsAt = readDate(fields, 'mandateStartDate');
  const endsAt = readDate(fields, 'mandateEndDate');
  const customer = readCustomer(world, fields);
  const redirectUrl = optionalText(fields, 'redirectUrl');
  if (startsAt < now - 60_000) throw unprocessable('Mandate start date cannot be in the past');
  if (endsAt <= startsAt) throw unprocessable('Mandate end date must be after its start date');
  return {
    code: mandateCode(world),
    key: keyOf(merchant.id, reference),
    merchantId: merchant.id,
    reference,
    status: 'INITIATED',
    cancelling: false,
    startsAt,
    endsAt,
    autoRenew: optionalFlag(fields, 'autoRenew') ?? false,
    customerMayCancel: optionalFlag(fields, 'customerCancellation') ?? false,
    ...(redirectUrl !== undefined && { redirectUrl }),
    amountKobo: optionalAmount(fields, 'mandateAmount') ?? null,
    debitKobo: optionalAmount(fields, 'debitAmount') ?? null,
    description: text(fields, 'mandateDescription'),
    customer,
    createdAt: now,
  };
}

function readCustomer(world: MerchantCall['world'], fields: Fields): Mandate['customer'] {
  const bankCode = text(fields, 'customerAccountBankCode');
  const accountNumber = text(fields, 'customerAccountNumber');
  const customer = {
    name: text(fields, 'customerName'),
    email: email(fields, 'customerEmailAddress'),
    phone: text(fields, 'customerPhoneNumber'),
    address: text(fields, 'customerAddress'),
    bankCode,
    accountNumber,
  };
  if (!bankOf(bankCode)) throw unprocessable(`Unknown customerAccountBankCode ${bankCode}`);
  const accountName = nameAt(world, bankCode, accountNumber);
  if (accountName === undefined) throw unprocessable('Unable to validate account information');
  return { ...customer, accountName };
}

function readDate(fields: Fields, name: string): number {
  const at = readLocal(text(fields, name));
  if (at === undefined) throw badRequest(`Field ${name} must be a date and time such as 2026-06-27T09:08:11`);
  return at;
}

function getMandates({ world, merchant, query }: MerchantCall) {
  const references = text(query, 'mandateReferences').split(',');
  const found = references.flatMap(
    (one) => world.mandates.find('reference', keyOf(merchant.id, one.trim())) ?? [],
  );
  if (found.length === 0) throw notFound('Could not find mandate with the supplied reference');
  return found.map((mandate) => mandateRecord(world, mandate));
}

const LONGEST_SPAN_MS = 90 * 86_400_000;

/** This listing has its own wrapper. */
function listMandates(call: MerchantCall) {
  const { world, merchant, query } = call;
  const from = readDate(query, 'startDate');
  const to = readDate(query, 'endDate');
  if (to < from || to - from > LONGEST_SPAN_MS)
    throw badRequest('Dates must be in order and at most 90 days apart');
  const window = windowOf(call, { number: 'pageNumber', size: 'pageSize' });
  const rows = [...world.mandates.filter('merchant', merchant.id)]
    .filter(({ createdAt }) => createdAt >= from && createdAt <= to)
    .reverse();
  const { all, page, totalPages } = cut(rows, window);
  const content = page.map((mandate) => mandateRecord(world, mandate));
  return {
    content,
    totalElements: all.length,
    totalPages,
    pageNumber: window.number,
    pageSize: window.size,
  };
}

function debit({ world, merchant, body }: MerchantCall) {
  const fields = fieldsOf(body);
  const terms = {
    paymentReference: text(fields, 'paymentReference'),
    amountKobo: amount(fields, 'debitAmount'),
    narration: text(fields, 'narration'),
    customerEmail: email(fields, 'customerEmail'),
    split: readSplit(world, merchant.id, optionalList(fields, 'incomeSplitConfig')),
  };
  if (terms.amountKobo === 0) throw badRequest('Field debitAmount must be above 0');
  const mandate = world.mandates.get(text(fields, 'mandateCode'));
  if (mandate?.merchantId !== merchant.id) throw notFound('Could not find mandate with the supplied code');
  return debitRecord(beginDebit(world, mandate, terms));
}

function getDebit({ world, merchant, query }: MerchantCall) {
  const found = world.debits.get(keyOf(merchant.id, text(query, 'paymentReference')));
  if (!found) throw notFound('Could not find debit with the supplied payment reference');
  return debitRecord(found);
}

function cancel({ world, merchant, params }: MerchantCall) {
  const mandate = world.mandates.get(params['mandateCode'] ?? '');
  if (mandate?.merchantId !== merchant.id) throw notFound('Could not find mandate with the supplied code');
  if (!OPEN.has(mandate.status)) throw unprocessable(`Mandate is ${mandate.status}`);
  if (!mandate.cancelling) requestCancel(world, mandate);
  return acknowledge(mandate, 'Your request to cancel the mandate has been received and is being processed.');
}
