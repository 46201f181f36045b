import { splitRecord } from '../money/split.js';
import { bankName } from '../people/banks.js';
import { merchantById } from '../people/merchants.js';
import { type ReservedAccount } from '../types/reserved-account.js';
import { asNumber } from '../wire/amounts.js';
import { localTextWithMillis } from '../wire/times.js';
import { type World } from '../world.js';
import { pendingInvoiceOf } from './invoices.js';

/** The record with every bank's number. */
export function reservedRecord(world: World, reserved: ReservedAccount) {
  return {
    ...common(world, reserved),
    accounts: reserved.accounts.map(({ bankCode, accountNumber }) => ({
      bankCode,
      bankName: bankName(bankCode),
      accountNumber,
      accountName: reserved.accountName,
    })),
  };
}

export function reservedDetail(world: World, reserved: ReservedAccount) {
  const { name, contractCode } = merchantById(world, reserved.merchantId);
  return {
    ...reservedRecord(world, reserved),
    contract: { name, code: contractCode, description: null },
    transactionCount: [...world.transactions.filter('reservedAccount', reserved.key)].length,
  };
}

/** The older endpoints return one bank only, with its number at the top level. */
export function singleBankRecord(world: World, reserved: ReservedAccount) {
  const [first] = reserved.accounts;
  return {
    ...common(world, reserved),
    accountNumber: first?.accountNumber,
    bankName: first && bankName(first.bankCode),
    bankCode: first?.bankCode,
  };
}

/** The response of the two limit endpoints. */
export function limitedRecord(world: World, reserved: ReservedAccount) {
  return { ...singleBankRecord(world, reserved), ...limitConfig(world, reserved) };
}

function common(world: World, reserved: ReservedAccount) {
  const waits = reserved.type === 'INVOICE' && !pendingInvoiceOf(world, reserved);
  return {
    contractCode: merchantById(world, reserved.merchantId).contractCode,
    accountReference: reserved.accountReference,
    accountName: reserved.accountName,
    currencyCode: 'NGN',
    customerEmail: reserved.customer.email,
    customerName: reserved.customer.name,
    collectionChannel: 'RESERVED_ACCOUNT',
    reservationReference: reserved.reservationReference,
    reservedAccountType: reserved.type,
    status: waits ? 'INACTIVE' : 'ACTIVE',
    createdOn: localTextWithMillis(reserved.createdAt),
    incomeSplitConfig: reserved.split.map(splitRecord),
    bvn: reserved.bvn,
    restrictPaymentSource: reserved.restricted,
  };
}

function limitConfig(world: World, { limitProfileCode }: ReservedAccount) {
  const profile = world.limitProfiles.get(limitProfileCode ?? '');
  if (!profile) return {};
  return {
    limitProfileConfig: {
      limitProfileCode: profile.code,
      limitProfileName: profile.name,
      singleTransactionValue: asNumber(profile.singleKobo),
      dailyTransactionVolume: profile.dailyCount,
      dailyTransactionValue: asNumber(profile.dailyKobo),
    },
  };
}
