import { fromNaira, type Kobo } from '../money.js';
import { refuseName } from '../names.js';
import {
  refuseAccountName,
  refuseAccountNumber,
  refuseBankCode,
  refuseNaira,
  refuseNarration,
  refusePayoutAmount,
} from '../payout-fields.js';
import { isAmount, isObject, isOptional } from '../shapes.js';

/** One payout of a batch. `rowReference` in `reference.ts` makes the reference that the gateway gets from `n`. */
export interface BatchRow {
  /** Its place in the batch, from 1. */
  readonly n: number;
  /** The merchant's own name for it, unique in the batch; the gateway never sees it. */
  readonly merchantReference?: string;
  readonly amountKobo: Kobo;
  readonly bankCode: string;
  readonly accountNumber: string;
  /** As the merchant knows it: it is compared with the name that the bank has. */
  readonly accountName: string;
  readonly narration: string;
}

export const LONGEST_MERCHANT_REFERENCE = 64;

/** The fields of a row in a request, each as text. */
export const ROW_FIELDS = [
  'reference',
  'amount',
  'bankCode',
  'accountNumber',
  'accountName',
  'narration',
] as const;

export type RowField = (typeof ROW_FIELDS)[number];

export type RowText = { readonly [Field in RowField]?: string | undefined };

export interface RowProblem {
  readonly field: RowField;
  readonly message: string;
}

export type ReadRow = { readonly row: BatchRow } | { readonly problems: readonly RowProblem[] };

const RULES: Readonly<Record<RowField, (text: string) => string | undefined>> = {
  reference: refuseMerchantReference,
  amount: refuseNaira,
  bankCode: refuseBankCode,
  accountNumber: refuseAccountNumber,
  accountName: refuseAccountName,
  narration: refuseNarration,
};

/** Reads row n; it names every field that is missing or invalid. Spaces around a value do not count. */
export function readRow(n: number, given: RowText): ReadRow {
  const text = (field: RowField) => withoutSpaces(given[field] ?? '');
  const problems = ROW_FIELDS.flatMap((field) => {
    const message = refuseField(field, text(field));
    return message === undefined ? [] : [{ field, message }];
  });
  if (problems.length > 0) return { problems };
  const merchantReference = text('reference');
  return {
    row: {
      n,
      ...(merchantReference !== '' && { merchantReference }),
      amountKobo: fromNaira(text('amount')),
      bankCode: text('bankCode'),
      accountNumber: text('accountNumber'),
      accountName: text('accountName'),
      narration: text('narration'),
    },
  };
}

function refuseField(field: RowField, text: string): string | undefined {
  if (text !== '') return RULES[field](text);
  return field === 'reference' ? undefined : 'is missing';
}

const SPACES: ReadonlySet<string | undefined> = new Set([' ', '\u00a0']);

/** Tabs and line breaks stay, so that the rules see them. A pattern for the end would try every run of spaces inside. */
function withoutSpaces(text: string): string {
  let end = text.length;
  while (SPACES.has(text[end - 1])) end -= 1;
  let start = 0;
  while (start < end && SPACES.has(text[start])) start += 1;
  return text.slice(start, end);
}

function refuseMerchantReference(text: string): string | undefined {
  return refuseName(text, { shortest: 1, longest: LONGEST_MERCHANT_REFERENCE });
}

/** For rows from outside, which may have any shape. */
export function isBatchRow(value: unknown): value is BatchRow {
  if (!isObject(value)) return false;
  const { n, merchantReference, amountKobo, bankCode, accountNumber, accountName, narration } = value;
  const follows = (rule: (text: string) => string | undefined) => (given: unknown) =>
    typeof given === 'string' && rule(given) === undefined;
  return (
    Number.isSafeInteger(n) &&
    (n as number) >= 1 &&
    isOptional(merchantReference, follows(refuseMerchantReference)) &&
    isAmount(amountKobo) &&
    refusePayoutAmount(amountKobo) === undefined &&
    follows(refuseBankCode)(bankCode) &&
    follows(refuseAccountNumber)(accountNumber) &&
    follows(refuseAccountName)(accountName) &&
    follows(refuseNarration)(narration)
  );
}

/** Rows with the same key pay the same amount to the same account. */
export function paymentKey({
  bankCode,
  accountNumber,
  amountKobo,
}: Pick<BatchRow, 'bankCode' | 'accountNumber' | 'amountKobo'>): string {
  return `${bankCode}/${accountNumber}/${amountKobo}`;
}
