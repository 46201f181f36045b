import { email, type Fields, fieldsOf, optionalNumber, text } from '../http/fields.js';
import { badRequest, malformed, notFound, Refusal, unprocessable } from '../http/refusal.js';
import { type MerchantCall, type Route, route } from '../http/route.js';
import { bankName, bankOf } from '../people/banks.js';
import { nameAt } from '../people/names.js';
import { type SubAccount } from '../types/sub-account.js';
import { subAccountCode } from '../wire/references.js';
import { readCurrency } from './init-transaction.js';

export const SUB_ACCOUNT_ROUTES: readonly Route[] = [
  route('createSubAccounts', 'POST /api/v1/sub-accounts', create),
  route('listSubAccounts', 'GET /api/v1/sub-accounts', listAll),
  route('updateSubAccount', 'PUT /api/v1/sub-accounts', update),
  route('deleteSubAccount', 'DELETE /api/v1/sub-accounts/{subAccountCode}', remove),
];

/** Request and response are lists. */
function create(call: MerchantCall) {
  refuseUnapproved(call);
  const { world, merchant, body } = call;
  if (!Array.isArray(body)) throw malformed('the body must be a list');
  return (body as unknown[]).map((one) => {
    const terms = readSubAccount(call, fieldsOf(one));
    const subAccount = { ...terms, code: subAccountCode(world), merchantId: merchant.id, deleted: false };
    world.subAccounts.put(subAccount);
    return subAccountRecord(subAccount);
  });
}

function listAll({ world, merchant }: MerchantCall) {
  const all = [...world.subAccounts.filter('merchant', merchant.id)];
  return all.filter((one) => !one.deleted).map(subAccountRecord);
}

function update(call: MerchantCall) {
  refuseUnapproved(call);
  const fields = fieldsOf(call.body);
  const known = subAccountOf(call, text(fields, 'subAccountCode'));
  const changed = { ...known, ...readSubAccount(call, fields) };
  call.world.subAccounts.put(changed);
  return subAccountRecord(changed);
}

function remove(call: MerchantCall): undefined {
  refuseUnapproved(call);
  const subAccount = subAccountOf(call, call.params['subAccountCode'] ?? '');
  call.world.subAccounts.put({ ...subAccount, deleted: true });
}

function refuseUnapproved({ merchant }: MerchantCall): void {
  if (!merchant.switches.subAccountsApproved) {
    throw new Refusal(403, 'Merchant is not approved for sub accounts');
  }
}

function readSubAccount({ world }: MerchantCall, fields: Fields) {
  readCurrency(fields);
  const bankCode = text(fields, 'bankCode');
  const accountNumber = text(fields, 'accountNumber');
  const defaultSplitPercentage = optionalNumber(fields, 'defaultSplitPercentage');
  if (defaultSplitPercentage === undefined) throw badRequest('Field defaultSplitPercentage cannot be null');
  if (defaultSplitPercentage > 100) throw unprocessable('Default split percentage cannot exceed 100');
  if (!bankOf(bankCode)) throw unprocessable('could not find specified bank');
  const accountName = nameAt(world, bankCode, accountNumber);
  if (accountName === undefined) throw unprocessable('Account number could not be validated');
  return { bankCode, accountNumber, accountName, email: email(fields, 'email'), defaultSplitPercentage };
}

function subAccountOf({ world, merchant }: MerchantCall, code: string): SubAccount {
  const subAccount = world.subAccounts.get(code);
  if (subAccount?.merchantId !== merchant.id || subAccount.deleted)
    throw notFound(`Unknown sub account code ${code}`);
  return subAccount;
}

function subAccountRecord(subAccount: SubAccount) {
  return {
    subAccountCode: subAccount.code,
    accountNumber: subAccount.accountNumber,
    accountName: subAccount.accountName,
    currencyCode: 'NGN',
    email: subAccount.email,
    bankCode: subAccount.bankCode,
    bankName: bankName(subAccount.bankCode),
    defaultSplitPercentage: subAccount.defaultSplitPercentage,
    settlementProfileCode: subAccount.code.slice(-12),
    settlementReportEmails: [subAccount.email],
  };
}
