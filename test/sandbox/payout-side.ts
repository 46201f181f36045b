import { expect } from 'vitest';
import { type Answer, type Side, startListener, startSandbox, type Wire } from './merchant-side.js';

export const PAYOUTS = '/api/v2/disbursements';
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** A sandbox whose first merchant has these switches; by default it sends without an OTP. */
export async function startPayouts(switches: Wire = { otpOn: false }, webhookUrl?: string): Promise<Side> {
  const side = await startSandbox(webhookUrl === undefined ? {} : { webhookUrl });
  await setSwitches(side, switches);
  return side;
}

export async function setSwitches(side: Side, switches: Wire): Promise<void> {
  expect((await side.send('PATCH', '/sandbox/merchants/M1', { switches })).status).toBe(200);
}

/** Sets the wallet's balance in naira. */
export const setBalance = (side: Side, balance: number): Promise<Answer> =>
  side.send('POST', '/sandbox/merchants/M1/wallet', { balance });

/** The account name by name enquiry. */
export async function nameOf(side: Side, accountNumber: string): Promise<unknown> {
  const path = `/api/v1/disbursements/account/validate?accountNumber=${accountNumber}&bankCode=058`;
  return (await side.call('GET', path)).result.accountName;
}

export const sendTransfer = (side: Side, changes: Wire = {}): Promise<Answer> =>
  side.call('POST', `${PAYOUTS}/single`, {
    amount: 5000,
    reference: 'payout-1',
    narration: 'Salary',
    destinationBankCode: '058',
    destinationAccountNumber: '0100000007',
    destinationAccountName: 'Halima Amara Danjuma',
    currency: 'NGN',
    sourceAccountNumber: side.sandbox.merchants.first().walletAccountNumber,
    ...changes,
  });

/** Sends to an account with the name that its bank holds. */
export async function sendTo(side: Side, accountNumber: string, changes: Wire = {}): Promise<Answer> {
  const destinationAccountName = await nameOf(side, accountNumber);
  return sendTransfer(side, { destinationAccountNumber: accountNumber, destinationAccountName, ...changes });
}

export const readTransfer = (side: Side, reference = 'payout-1'): Promise<Answer> =>
  side.call('GET', `${PAYOUTS}/single/summary?reference=${reference}`);

export const recordOf = async (side: Side, reference = 'payout-1'): Promise<Wire> =>
  (await readTransfer(side, reference)).result;

/** The OTP in the latest message about a transfer or a batch. */
export async function codeFor(side: Side, reference = 'payout-1'): Promise<unknown> {
  const { text } = await side.send('GET', `/sandbox/inbox?reference=${reference}`);
  return (JSON.parse(text) as Wire[])[0]?.code;
}

/** A row of a batch: 1,000 naira and its number to the account of that number. */
export function row(n: number, changes: Wire = {}): Wire {
  return {
    amount: 1000 + n,
    reference: `row-${n}`,
    narration: 'Salary',
    destinationBankCode: '058',
    destinationAccountNumber: `01000${String(n).padStart(5, '0')}`,
    currency: 'NGN',
    ...changes,
  };
}

export const rowsUpTo = (count: number): Wire[] => Array.from({ length: count }, (_, n) => row(n + 1));

export async function sendBatch(side: Side, changes: Wire = {}): Promise<Answer> {
  return side.call('POST', `${PAYOUTS}/batch`, {
    title: 'June',
    batchReference: 'june',
    narration: 'Salaries',
    sourceAccountNumber: side.sandbox.merchants.first().walletAccountNumber,
    onValidationFailure: 'CONTINUE',
    notificationInterval: 25,
    transactionList: rowsUpTo(3),
    ...changes,
  });
}

export const listRows = (side: Side, query = ''): Promise<Answer> =>
  side.call('GET', `${PAYOUTS}/bulk/june/transactions${query}`);

export const rowsOf = async (side: Side, query = ''): Promise<Wire[]> =>
  (await listRows(side, query)).result.content as Wire[];

/** The entries of a reference: cause, and each account with its amount in kobo. */
export function entriesOf(side: Side, reference: string): [string, Record<string, number>][] {
  return side.sandbox.ledger
    .entries({ reference })
    .map(({ cause, lines }) => [
      cause,
      Object.fromEntries(lines.map(({ account, amountKobo }) => [account, amountKobo])),
    ]);
}

export interface SentEvent {
  readonly eventType: string;
  readonly eventData: Wire;
}

/** A merchant's endpoint that keeps the events of every type in the order of their arrival. */
export async function listenToEvents() {
  const { received, url } = await startListener();
  const events = (eventType?: string): SentEvent[] =>
    received
      .map(({ body }) => JSON.parse(body) as SentEvent)
      .filter((event) => eventType === undefined || event.eventType === eventType);
  return { url, events };
}
