import { banksWanted } from '../collections/reserved-accounts.js';
import { limitedRecord } from '../collections/reserved-records.js';
import { amount, type Fields, fieldsOf, has, integer, optionalFlag, text } from '../http/fields.js';
import { pageOf, windowOf } from '../http/paging.js';
import { notFound, unprocessable } from '../http/refusal.js';
import { type MerchantCall, type Route, route } from '../http/route.js';
import { keyOf } from '../types/key.js';
import { type LimitProfile } from '../types/limit-profile.js';
import { asNumber } from '../wire/amounts.js';
import { slashed } from '../wire/times.js';
import { readBanks, readNewAccount, reserve } from './reserved-accounts.js';

const LIMIT = '/api/v1/bank-transfer/reserved-accounts/limit';

export const LIMIT_PROFILE_ROUTES: readonly Route[] = [
  route('createLimitProfile', 'POST /api/v1/limit-profile/', create),
  route('listLimitProfiles', 'GET /api/v1/limit-profile/', listProfiles),
  route('updateLimitProfile', 'PUT /api/v1/limit-profile/{limitProfileCode}', update),
  route('createLimitedReservedAccount', `POST ${LIMIT}`, createAccount),
  route('updateReservedAccountLimit', `PUT ${LIMIT}`, updateAccount),
];

function create({ world, merchant, body }: MerchantCall) {
  const terms = readProfile(fieldsOf(body));
  const now = world.clock.now();
  refuseTaken({ world, merchant }, terms.name);
  const code = world.seed.capitals(`limit profile ${world.store.next('limit-profile')}`, 12);
  const profile = { ...terms, code, merchantId: merchant.id, createdAt: now, modifiedAt: now };
  world.limitProfiles.put(profile);
  return profileRecord(profile);
}

function update(call: MerchantCall) {
  const profile = profileOf(call, call.params['limitProfileCode'] ?? '');
  const terms = readProfile(fieldsOf(call.body));
  if (terms.name !== profile.name) refuseTaken(call, terms.name);
  const changed = { ...profile, ...terms, modifiedAt: call.world.clock.now() };
  call.world.limitProfiles.put(changed);
  return profileRecord(changed);
}

/** This listing omits the paging and sorting fields. */
function listProfiles(call: MerchantCall) {
  const { world, merchant } = call;
  const profiles = [...world.limitProfiles.filter('merchant', merchant.id)].reverse();
  return { ...pageOf(profiles, windowOf(call), profileRecord), pageable: null, sort: null };
}

function createAccount(call: MerchantCall) {
  const fields = fieldsOf(call.body);
  const { code } = profileOf(call, text(fields, 'limitProfileCode'));
  const reserved = reserve(call, {
    ...readNewAccount(call, fields),
    bvn: null,
    nin: null,
    type: 'GENERAL',
    limitProfileCode: code,
    banks: has(fields, 'preferredBanks')
      ? readBanks(fields, optionalFlag(fields, 'getAllAvailableBanks') ?? false)
      : banksWanted(false, []),
  });
  return limitedRecord(call.world, reserved);
}

function updateAccount(call: MerchantCall) {
  const { world, merchant, body } = call;
  const fields = fieldsOf(body);
  const reserved = world.reservedAccounts.get(keyOf(merchant.id, text(fields, 'accountReference')));
  if (!reserved) throw notFound('Cannot find reserved account');
  const changed = { ...reserved, limitProfileCode: profileOf(call, text(fields, 'limitProfileCode')).code };
  world.reservedAccounts.put(changed);
  return limitedRecord(world, changed);
}

function readProfile(fields: Fields) {
  const dailyCount = integer(fields, 'dailyTransactionVolume');
  if (dailyCount === 0) throw unprocessable('Invalid daily transaction volume supplied');
  const terms = {
    name: text(fields, 'limitProfileName'),
    singleKobo: amount(fields, 'singleTransactionValue'),
    dailyKobo: amount(fields, 'dailyTransactionValue'),
    dailyCount,
  };
  if (terms.dailyKobo < terms.singleKobo) {
    throw unprocessable('Daily transaction value cannot be less than single transaction value');
  }
  return terms;
}

function refuseTaken({ world, merchant }: Pick<MerchantCall, 'world' | 'merchant'>, name: string): void {
  for (const profile of world.limitProfiles.filter('merchant', merchant.id)) {
    if (profile.name === name) throw unprocessable('Scheme Name Already Exists');
  }
}

function profileOf({ world, merchant }: MerchantCall, code: string): LimitProfile {
  const profile = world.limitProfiles.get(code);
  if (profile?.merchantId !== merchant.id) throw notFound('Cannot find limit profile');
  return profile;
}

function profileRecord(profile: LimitProfile) {
  return {
    limitProfileCode: profile.code,
    limitProfileName: profile.name,
    singleTransactionValue: asNumber(profile.singleKobo),
    dailyTransactionVolume: profile.dailyCount,
    dailyTransactionValue: asNumber(profile.dailyKobo),
    dateCreated: slashed(profile.createdAt),
    lastModified: slashed(profile.modifiedAt),
  };
}
