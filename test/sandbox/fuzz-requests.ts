import { testCards } from '../../src/sandbox/collections/test-cards.js';
import { VIRTUAL_ACCOUNT_BANKS } from '../../src/sandbox/people/banks.js';
import { holderOf } from '../../src/sandbox/people/people.js';
import { SCENARIO_ACCOUNTS } from '../../src/sandbox/people/scenario-accounts.js';
import { type Merchant } from '../../src/sandbox/types/merchant.js';
import { localIso, localText } from '../../src/sandbox/wire/times.js';
import type { Dice } from '../support/dice.js';
import { type Wire } from './merchant-side.js';

/** Values seen in responses, by field: most requests use existing ones. */
export type Memory = Map<string, unknown[]>;

const REMEMBERED = 6;

export function recordSeen(memory: Memory, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const { bankCode, accountNumber } = value as Wire;
  if (VIRTUAL_ACCOUNT_BANKS.some((code) => code === bankCode))
    keep(memory, 'account', { bankCode, accountNumber });
  const { checkoutUrl, transactionReference } = value as Wire;
  if (checkoutUrl !== undefined) keep(memory, 'unpaid', transactionReference);
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'object') recordSeen(memory, inner);
    else if (typeof inner === 'string' && inner !== '') {
      const isOther = key === 'transactionReference' && !inner.startsWith('MNFY|');
      if (!isOther) keep(memory, key === 'id' ? 'tokenId' : key, inner);
    }
  }
}

function keep(memory: Memory, name: string, value: unknown): void {
  memory.set(name, [...(memory.get(name) ?? []), value].slice(-REMEMBERED));
}

const NONSENSE = [
  undefined,
  null,
  '',
  ' ',
  -1,
  1e21,
  0.001,
  true,
  [],
  {},
  'x'.repeat(1_001),
  '<b>',
  '\u0000',
];
const MAGIC = [
  '.fault.after.error',
  '.fault.before.rate-limited',
  '.fault.event.duplicate',
  '.fault.event.reorder',
];
export const AMOUNTS = [20, 100, 150.55, 1000, '250.00', 12_000, 60_000];

export interface Fuzzer {
  readonly dice: Dice;
  readonly memory: Memory;
  readonly merchant: Merchant;
  readonly now: number;
  /** Whether the request creates something, and so needs a new reference. */
  readonly creates: boolean;
}

/** A value seen in this field, or a new one. */
export function named({ dice, memory, creates }: Fuzzer, name: string): unknown {
  const seen = memory.get(name) ?? [];
  const isOld = seen.length > 0 && dice.chance(creates ? 0.1 : 0.9);
  return isOld ? dice.pick(seen) : `r-${dice.below(1e9)}${dice.chance(0.003) ? dice.pick(MAGIC) : ''}`;
}

const existing = (fuzzer: Fuzzer, name: string): unknown => named({ ...fuzzer, creates: false }, name);

/** Every field that any endpoint reads, so that one body fits all; endpoints ignore unknown fields. */
export function body(fuzzer: Fuzzer, isBatch: boolean): Record<string, unknown> {
  const fields: Record<string, unknown> = { ...flat(fuzzer), ...nested(fuzzer) };
  // a nested list in every body would take most of the run time
  if (isBatch || fuzzer.dice.chance(0.05)) fields.transactionList = transactionList(fuzzer);
  for (const name of Object.keys(fields)) {
    if (fuzzer.dice.chance(0.01)) fields[name] = fuzzer.dice.pick(NONSENSE);
  }
  return fields;
}

const OWN_NAMES = [
  'paymentReference',
  'reference',
  'accountReference',
  'invoiceReference',
  'mandateReference',
  'refundReference',
  'batchReference',
  'paycodeReference',
  'walletReference',
];
const GIVEN_NAMES = ['transactionReference', 'mandateCode', 'limitProfileCode', 'cardToken', 'tokenId'];

function flat(fuzzer: Fuzzer): Record<string, unknown> {
  const { dice, merchant } = fuzzer;
  const amount = dice.pick(AMOUNTS);
  const fields: Record<string, unknown> = {};
  for (const name of OWN_NAMES) fields[name] = named(fuzzer, name);
  for (const name of GIVEN_NAMES) fields[name] = existing(fuzzer, name);
  return {
    ...fields,
    mandateReferences: existing(fuzzer, 'mandateReference'),
    amount,
    debitAmount: amount,
    refundAmount: amount,
    singleTransactionValue: 1000,
    dailyTransactionValue: dice.pick([1000, 5000]),
    dailyTransactionVolume: dice.below(9),
    contractCode: merchant.contractCode,
    apiKey: merchant.apiKey,
    clientId: merchant.apiKey,
    sourceAccountNumber: merchant.walletAccountNumber,
    currencyCode: 'NGN',
    currency: 'NGN',
    ...people(fuzzer),
    ...texts(fuzzer),
  };
}

function people({ dice }: Fuzzer): Record<string, unknown> {
  const scenario = dice.pick(SCENARIO_ACCOUNTS);
  const person = `01000000${dice.below(90) + 10}`;
  const [accountNumber, accountName] = dice.chance(0.5)
    ? [person, holderOf(person)]
    : [scenario.accountNumber, scenario.accountName];
  return {
    customerEmail: 'ada@example.com',
    customerEmailAddress: 'ada@example.com',
    email: 'ada@example.com',
    customerName: 'Ada Obi',
    customerPhoneNumber: '08030000000',
    customerAddress: 'Lagos',
    accountName: 'Ada Obi',
    accountNumber,
    bankCode: '058',
    customerAccountNumber: accountNumber,
    customerAccountBankCode: '058',
    destinationAccountNumber: accountNumber,
    destinationBankCode: '058',
    destinationAccountBankCode: '058',
    destinationAccountName: accountName,
    bvn: '22200000001',
    nin: '70000000001',
    name: 'Bashir Amara Bello',
    dateOfBirth: '02-Jan-1960',
    mobileNo: '08030000100',
  };
}

const DAY = 86_400_000;

function texts({ dice, now }: Fuzzer): Record<string, unknown> {
  return {
    narration: 'Salary',
    title: 'June',
    paymentDescription: 'Calabash',
    description: 'Calabash',
    mandateDescription: 'Rent',
    refundReason: 'Broken',
    customerNote: 'Sorry',
    beneficiaryName: 'Ada Obi',
    walletName: 'Ada',
    limitProfileName: `limits-${dice.below(1_000)}`,
    collectionChannel: 'API_NOTIFICATION',
    onValidationFailure: dice.pick(['BREAK', 'CONTINUE']),
    reservedAccountType: 'INVOICE',
    getAllAvailableBanks: dice.chance(0.5),
    restrictPaymentSource: dice.chance(0.2),
    async: dice.chance(0.3),
    autoRenew: dice.chance(0.3),
    defaultSplitPercentage: dice.below(101),
    token: dice.pick(['123456', '000000']),
    authorizationCode: '000000',
    expiryDate: localText(now + dice.pick([3_600_000, 2 * DAY])),
    mandateStartDate: localIso(now),
    mandateEndDate: localIso(now + dice.pick([2 * DAY, 90 * DAY])),
    startDate: localIso(now - 30 * DAY),
    endDate: localIso(now),
    productCode: dice.pick(['PRD-AIRTIME', 'PRD-AIRTIME', 'PRD-DATA-1GB', 'PRD-PREPAID']),
    customerId: dice.pick(['08031234567', '0803000001', '0803000002']),
    biller_code: 'BIL-SAVANNA',
    page: dice.below(3),
    size: dice.below(5),
    pageNo: dice.below(3),
    pageSize: dice.below(5),
  };
}

function nested(fuzzer: Fuzzer): Wire {
  const { dice } = fuzzer;
  const { number } = dice.pick(testCards());
  const subAccountCode = existing(fuzzer, 'subAccountCode');
  const split = { subAccountCode, feeBearer: dice.chance(0.5), splitPercentage: dice.below(60) };
  return {
    card: { number, expiryMonth: '12', expiryYear: '2049', cvv: '123', pin: '1234' },
    bvnDetails: { bvn: '22200000001', bvnDateOfBirth: '1960-01-02' },
    metaData: { order: dice.below(10) },
    ...(dice.chance(0.2) && { incomeSplitConfig: [split] }),
    allowedPaymentSource: { bvns: ['22200000001'] },
    allowedPaymentSources: { accountNames: ['BASHIR AMARA BELLO'] },
    preferredBanks: dice.pick([['035'], ['232', '070'], []]),
    subAccountCode,
    splitPercentage: dice.below(101),
  };
}

const transactionList = (fuzzer: Fuzzer): Wire[] =>
  Array.from({ length: 1 + fuzzer.dice.below(3) }, () => flat(fuzzer));

const FAULTS = [
  { on: 'call', fault: { kind: 'reset' } },
  { on: 'call', when: 'before', fault: { kind: 'error' } },
  { on: 'call', fault: { kind: 'refusal', code: 'R10' } },
  { on: 'call', fault: { kind: 'page-repeat' } },
  { on: 'call', fault: { kind: 'page-short', rows: 2 } },
  { on: 'call', fault: { kind: 'page-hides', rows: 2 } },
  { on: 'call', fault: { kind: 'truncated' } },
  { on: 'call', fault: { kind: 'garbage' } },
  { on: 'call', fault: { kind: 'wrong-reference' } },
  { on: 'call', fault: { kind: 'lag', ms: 60_000 } },
  { on: 'call', fault: { kind: 'flap', status: 'PENDING' } },
  { on: 'event', fault: { kind: 'duplicate', copies: 2 } },
  { on: 'event', fault: { kind: 'reorder' } },
  { on: 'event', fault: { kind: 'drop' } },
];

export const anyFault = (dice: Dice): Wire => dice.pick(FAULTS);
