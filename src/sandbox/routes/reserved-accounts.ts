import {
  banksWanted,
  deallocate,
  type NewReservedAccount,
  NO_SOURCES,
  reserveAccount,
} from '../collections/reserved-accounts.js';
import { reservedDetail, reservedRecord, singleBankRecord } from '../collections/reserved-records.js';
import { listRecord } from '../collections/transaction-records.js';
import {
  email,
  type Fields,
  fieldsOf,
  flag,
  object,
  optionalFlag,
  optionalList,
  optionalText,
  text,
} from '../http/fields.js';
import { pageOf, windowOf } from '../http/paging.js';
import { badRequest, notFound, unprocessable } from '../http/refusal.js';
import { type MerchantCall, type Route, route } from '../http/route.js';
import { readSplit } from '../money/split.js';
import { VIRTUAL_ACCOUNT_BANKS } from '../people/banks.js';
import { keyOf } from '../types/key.js';
import { type AllowedSources, type ReservedAccount } from '../types/reserved-account.js';
import { asNumber } from '../wire/amounts.js';
import { readCurrency } from './init-transaction.js';

const V1 = '/api/v1/bank-transfer/reserved-accounts';
const V2 = '/api/v2/bank-transfer/reserved-accounts';

export const RESERVED_ACCOUNT_ROUTES: readonly Route[] = [
  route('createReservedAccount', `POST ${V2}`, createGeneral),
  route('createInvoiceReservedAccount', `POST ${V1}`, createForInvoices),
  route('getReservedAccount', `GET ${V2}/{accountReference}`, (call) =>
    reservedDetail(call.world, reservedOf(call)),
  ),
  route('deallocateReservedAccount', `DELETE ${V1}/reference/{accountReference}`, release),
  route('listReservedAccountTransactions', `GET ${V1}/transactions`, listTransactions),
];

function createGeneral(call: MerchantCall) {
  const fields = fieldsOf(call.body);
  const all = flag(fields, 'getAllAvailableBanks');
  const reserved = reserve(call, {
    ...readNewAccount(call, fields),
    ...readIdentity(fields),
    type: 'GENERAL',
    limitProfileCode: null,
    banks: readBanks(fields, all),
  });
  return reservedRecord(call.world, reserved);
}

function createForInvoices(call: MerchantCall) {
  const fields = fieldsOf(call.body);
  if (text(fields, 'reservedAccountType') !== 'INVOICE') {
    throw badRequest('Field reservedAccountType must be INVOICE');
  }
  const reserved = reserve(call, {
    ...readNewAccount(call, fields),
    ...readIdentity(fields),
    type: 'INVOICE',
    limitProfileCode: null,
    banks: banksWanted(false, []),
  });
  return singleBankRecord(call.world, reserved);
}

export function reserve({ world, merchant }: MerchantCall, wanted: NewReservedAccount): ReservedAccount {
  if (world.reservedAccounts.get(keyOf(merchant.id, wanted.accountReference))) {
    throw unprocessable('You can not reserve two accounts with the same reference');
  }
  return reserveAccount(world, merchant, wanted);
}

export function readNewAccount({ world, merchant }: MerchantCall, fields: Fields) {
  const accountReference = text(fields, 'accountReference');
  const accountName = text(fields, 'accountName');
  readCurrency(fields);
  if (text(fields, 'contractCode') !== merchant.contractCode) {
    throw unprocessable('Invalid contract code supplied.');
  }
  const restricted = optionalFlag(fields, 'restrictPaymentSource') ?? false;
  return {
    accountReference,
    accountName,
    customer: { email: email(fields, 'customerEmail'), name: optionalText(fields, 'customerName') ?? '' },
    split: readSplit(world, merchant.id, optionalList(fields, 'incomeSplitConfig')),
    restricted,
    allowedSources: restricted ? readSources(object(fields, 'allowedPaymentSource')) : NO_SOURCES,
  };
}

/** BVN or NIN; at least one is required. */
export function readIdentity(fields: Fields): { readonly bvn: string | null; readonly nin: string | null } {
  const bvn = optionalText(fields, 'bvn') ?? null;
  const nin = optionalText(fields, 'nin') ?? null;
  if (bvn === null && nin === null) throw badRequest('Field bvn cannot be null when nin is null');
  if (bvn !== null && !/^\d{11}$/.test(bvn)) throw badRequest('BVN is invalid. Must be 11 digits');
  if (nin !== null && !/^\d{11}$/.test(nin)) throw badRequest('NIN is invalid. Must be 11 digits');
  return { bvn, nin };
}

export function readBanks(fields: Fields, all: boolean): readonly string[] {
  const preferred = readTexts(fields, 'preferredBanks');
  for (const code of preferred) {
    const lends = VIRTUAL_ACCOUNT_BANKS.some((known) => known === code);
    if (!lends) throw unprocessable(`Bank ${code} does not offer virtual accounts`);
  }
  return banksWanted(all, preferred);
}

export function readSources(fields: Fields): AllowedSources {
  const bankAccounts = (optionalList(fields, 'bankAccounts') ?? []).map((one) => {
    const account = fieldsOf(one, 'bankAccounts');
    return { accountNumber: text(account, 'accountNumber'), bankCode: text(account, 'bankCode') };
  });
  return { bvns: readTexts(fields, 'bvns'), bankAccounts, accountNames: readTexts(fields, 'accountNames') };
}

function readTexts(fields: Fields, name: string): string[] {
  return (optionalList(fields, name) ?? []).map((one) => text({ [name]: one }, name));
}

function release(call: MerchantCall) {
  const { world, merchant, params } = call;
  const reserved = world.reservedAccounts.get(keyOf(merchant.id, params['accountReference'] ?? ''));
  if (!reserved) throw badRequest('Cannot find reserved account');
  const record = singleBankRecord(world, reserved);
  deallocate(world, reserved);
  return record;
}

function listTransactions(call: MerchantCall) {
  const { world, merchant, query } = call;
  const reference = text(query, 'accountReference');
  const window = windowOf(call);
  const rows = [...world.transactions.filter('reservedAccount', keyOf(merchant.id, reference))];
  if (rows.length === 0 && !world.reservedAccounts.get(keyOf(merchant.id, reference))) {
    throw badRequest('Cannot find reserved account');
  }
  return pageOf(rows.reverse(), window, (transaction) => ({
    ...listRecord(transaction, merchant, world.clock.now()),
    providerAmount: asNumber(0),
    providerCode: '98271',
    settleInstantly: false,
  }));
}

export function reservedOf({ world, merchant, params }: MerchantCall): ReservedAccount {
  const reserved = world.reservedAccounts.get(keyOf(merchant.id, params['accountReference'] ?? ''));
  if (!reserved) throw notFound('Cannot find reserved account');
  return reserved;
}
