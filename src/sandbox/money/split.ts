import { type Fields, fieldsOf, optionalAmount, optionalFlag, optionalNumber, text } from '../http/fields.js';
import { unprocessable } from '../http/refusal.js';
import { type SplitItem } from '../types/sub-account.js';
import { asNumber } from '../wire/amounts.js';
import { type World } from '../world.js';
import { percentOf } from './fees.js';

export interface Share {
  readonly subAccountCode: string;
  readonly amountKobo: number;
}

export function readSplit(world: World, merchantId: string, items: readonly unknown[] = []): SplitItem[] {
  const split = items.map((item) => readItem(world, merchantId, fieldsOf(item, 'incomeSplitConfig')));
  refuseMoreThanAll(
    'split',
    split.map(({ splitPercentage }) => splitPercentage ?? 0),
  );
  refuseMoreThanAll(
    'fee',
    split.map(({ feePercentage }) => feePercentage),
  );
  return split;
}

function refuseMoreThanAll(what: 'split' | 'fee', percentages: readonly number[]): void {
  const total = percentages.reduce((sum, one) => sum + one, 0);
  if (total > 100) throw unprocessable(`Total ${what} percentage cannot exceed 100`);
}

function readItem(world: World, merchantId: string, fields: Fields): SplitItem {
  const subAccountCode = text(fields, 'subAccountCode');
  const subAccount = world.subAccounts.get(subAccountCode);
  if (subAccount?.merchantId !== merchantId || subAccount.deleted) {
    throw unprocessable(`Unknown sub account code ${subAccountCode}`);
  }
  const splitAmountKobo = optionalAmount(fields, 'splitAmount') ?? null;
  const percentage = optionalNumber(fields, 'splitPercentage') ?? null;
  const feeBearer = optionalFlag(fields, 'feeBearer') ?? false;
  return {
    subAccountCode,
    feeBearer,
    feePercentage: optionalNumber(fields, 'feePercentage') ?? (feeBearer ? 100 : 0),
    splitAmountKobo,
    splitPercentage:
      splitAmountKobo === null ? (percentage ?? subAccount.defaultSplitPercentage) : percentage,
  };
}

/** Splits a payment, less its fee, between sub-accounts and the merchant. No share is negative; the merchant gets the rest. */
export function shareOut(paidKobo: number, feeKobo: number, split: readonly SplitItem[]) {
  let leftKobo = paidKobo - feeKobo;
  const shares = split.map((item): Share => {
    const gross = item.splitAmountKobo ?? percentOf(paidKobo, item.splitPercentage ?? 0);
    const borne = item.feeBearer ? percentOf(feeKobo, item.feePercentage) : 0;
    const amountKobo = Math.min(Math.max(gross - borne, 0), leftKobo);
    leftKobo -= amountKobo;
    return { subAccountCode: item.subAccountCode, amountKobo };
  });
  return { shares, merchantKobo: leftKobo };
}

export function splitRecord({ splitAmountKobo, ...item }: SplitItem) {
  return { ...item, splitAmount: splitAmountKobo === null ? null : asNumber(splitAmountKobo) };
}
