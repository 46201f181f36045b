import { isText } from './shapes.js';

/** Codes and numbers as the gateway writes them; leading zeros matter. */
export const BANK_CODE = /^\d{3,6}$/;
export const ACCOUNT_NUMBER = /^\d{10}$/;

export function isBankCode(given: unknown): given is string {
  return isText(given) && BANK_CODE.test(given);
}

export function isAccountNumber(given: unknown): given is string {
  return isText(given) && ACCOUNT_NUMBER.test(given);
}
