import { text } from '../http/fields.js';
import { notFound, Refusal } from '../http/refusal.js';
import { type MerchantCall, type Route, route } from '../http/route.js';
import { type Bank, BANKS } from '../people/banks.js';
import { nameAt } from '../people/names.js';
import { ENQUIRY_DOWN_ACCOUNT } from '../people/scenario-accounts.js';

export const BANK_ROUTES: readonly Route[] = [
  route('enquireName', 'GET /api/v1/disbursements/account/validate', validate),
  route('listBanks', 'GET /api/v1/banks', () => BANKS.map(bankRecord)),
  route('listUssdBanks', 'GET /api/v1/sdk/transactions/banks', () => BANKS.map(bankRecord)),
];

function validate({ world, query }: MerchantCall) {
  const accountNumber = text(query, 'accountNumber');
  const bankCode = text(query, 'bankCode');
  if (accountNumber === ENQUIRY_DOWN_ACCOUNT)
    throw new Refusal(500, 'An error occurred while processing your request');
  const accountName = nameAt(world, bankCode, accountNumber);
  if (accountName === undefined) throw notFound('Account number could not be validated');
  return { accountNumber, accountName, bankCode, currencyCode: 'NGN' };
}

function bankRecord({ name, code, ussdTemplate }: Bank) {
  const base = `${ussdTemplate.split('*').slice(0, 2).join('*')}#`;
  return { name, code, ussdTemplate, baseUssdCode: base, transferUssdTemplate: ussdTemplate };
}
