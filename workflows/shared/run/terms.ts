import { PAYMENT_METHODS } from '../../../src/domain/checkout/hosted-page.js';
import { isAmount, isOptional, isRecord, isText } from './shapes.js';

/** Shapes of terms that several lifecycles share. */

export function isSplit(given: unknown): boolean {
  return Array.isArray(given) && given.every(isShare);
}

function isShare(given: unknown): boolean {
  if (!isRecord(given) || !isText(given.subAccountCode)) return false;
  const { feeBearer, feePercentage, splitPercentage, splitAmountKobo } = given;
  return (
    isOptional(feeBearer, (flag) => typeof flag === 'boolean') &&
    isOptional(feePercentage, isPercent) &&
    isOptional(splitPercentage, isPercent) &&
    isOptional(splitAmountKobo, isAmount)
  );
}

/** Exact decimal text: "12.5". */
const PERCENT = /^\d{1,3}(\.\d{1,10})?$/;

const isPercent = (given: unknown) => isText(given) && PERCENT.test(given);

/** Checks the optional terms that checkouts and invoices share; returns what is wrong, if anything. */
export function refuseExtras({
  incomeSplit,
  paymentMethods,
}: Readonly<Record<string, unknown>>): string | undefined {
  if (!isOptional(incomeSplit, isSplit)) return 'incomeSplit: expected a list of shares of sub-accounts';
  if (!isOptional(paymentMethods, areMethods)) {
    return `paymentMethods: expected a list of ${PAYMENT_METHODS.join(', ')}`;
  }
  return undefined;
}

function areMethods(given: unknown): boolean {
  return Array.isArray(given) && given.every((each) => PAYMENT_METHODS.some((method) => method === each));
}

export function isMetadata(given: unknown): boolean {
  return isRecord(given) && Object.values(given).every((value) => typeof value === 'string');
}
