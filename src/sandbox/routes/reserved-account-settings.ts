import { linkBanks } from '../collections/reserved-accounts.js';
import { reservedRecord, singleBankRecord } from '../collections/reserved-records.js';
import { fieldsOf, flag, object, optionalFlag, optionalObject, text } from '../http/fields.js';
import { badRequest, malformed } from '../http/refusal.js';
import { type MerchantCall, type Route, route } from '../http/route.js';
import { readSplit } from '../money/split.js';
import { type ReservedAccount } from '../types/reserved-account.js';
import { readBanks, readIdentity, readSources, reservedOf } from './reserved-accounts.js';

const V1 = '/api/v1/bank-transfer/reserved-accounts';

export const RESERVED_ACCOUNT_SETTING_ROUTES: readonly Route[] = [
  route('addLinkedAccounts', `PUT ${V1}/add-linked-accounts/{accountReference}`, addLinkedAccounts),
  route('updateReservedAccountBvn', `PUT ${V1}/update-customer-bvn/{accountReference}`, updateBvn),
  route(
    'updatePaymentSourceFilter',
    `PUT ${V1}/update-payment-source-filter/{accountReference}`,
    updateFilter,
  ),
  route('updateIncomeSplit', `PUT ${V1}/update-income-split-config/{accountReference}`, updateSplit),
  route('updateKycInfo', `PUT ${V1}/{accountReference}/kyc-info`, updateKyc),
];

function addLinkedAccounts(call: MerchantCall) {
  const fields = fieldsOf(call.body);
  const banks = readBanks(fields, optionalFlag(fields, 'getAllAvailableBanks') ?? false);
  return reservedRecord(call.world, linkBanks(call.world, reservedOf(call), banks));
}

function updateBvn(call: MerchantCall) {
  const bvn = text(fieldsOf(call.body), 'bvn');
  if (!/^\d{11}$/.test(bvn)) throw badRequest('Invalid bvn provided');
  return singleBankRecord(call.world, change(call, { bvn }));
}

/** The sources are called allowedPaymentSources here, and allowedPaymentSource at creation. */
function updateFilter(call: MerchantCall) {
  const fields = fieldsOf(call.body);
  const restricted = flag(fields, 'restrictPaymentSource');
  const given = restricted
    ? object(fields, 'allowedPaymentSources')
    : optionalObject(fields, 'allowedPaymentSources');
  const { restricted: now, allowedSources } = change(call, {
    restricted,
    allowedSources: readSources(given ?? {}),
  });
  return { restrictPaymentSource: now, allowedPaymentSources: allowedSources };
}

function updateSplit(call: MerchantCall) {
  const { world, merchant, body } = call;
  if (!Array.isArray(body)) throw malformed('the body must be a list');
  const { split, reservationReference } = change(call, { split: readSplit(world, merchant.id, body) });
  return {
    code: reservationReference.slice(0, 10),
    reservedAccountCode: reservationReference.slice(-10),
    feeBearer: split.some((item) => item.feeBearer) ? 'SPLIT' : 'SELF',
    configDetails: split.map((item, position) => ({
      subAccountCode: item.subAccountCode,
      feePercentage: item.feePercentage,
      feeBearer: item.feeBearer,
      splitPercentage: item.splitPercentage,
      reservedAccountConfigCode: world.seed.capitals(`${reservationReference} ${position}`, 10),
    })),
  };
}

function updateKyc(call: MerchantCall) {
  const given = readIdentity(fieldsOf(call.body));
  const before = reservedOf(call);
  const after = change(call, { bvn: given.bvn ?? before.bvn, nin: given.nin ?? before.nin });
  return {
    accountReference: after.accountReference,
    accountName: after.accountName,
    customerEmail: after.customer.email,
    customerName: after.customer.name,
    bvn: after.bvn,
  };
}

function change(call: MerchantCall, changes: Partial<ReservedAccount>): ReservedAccount {
  const changed = { ...reservedOf(call), ...changes };
  call.world.reservedAccounts.put(changed);
  return changed;
}
