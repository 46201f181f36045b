import { type Kobo, toNaira } from '../../src/domain/money.js';
import type { BankAccount, Credentials } from './target.js';

export type CardScenario =
  'approved' | 'otp' | 'issuer' | 'issuer-by-post' | 'declined' | 'tokenizable' | 'tokenizable-once';

export interface LedgerEntry {
  readonly cause: string;
  readonly lines: readonly { readonly account: string; readonly amountKobo: number }[];
}

/** Whether the gateway accepted the transfer, and the status of the payment. */
export interface Sent {
  readonly accepted: boolean;
  readonly status?: string;
}

export interface Settlement {
  readonly reference: string;
  readonly merchantId: string;
  readonly amountKobo: number;
  readonly count: number;
}

/** What customers, banks and time do, through the sandbox's control API; other gateways have no equivalent. */
export interface People {
  /** Sends a bank transfer. */
  readonly pay: (to: BankAccount, amount: Kobo, payer?: object) => Promise<Sent>;
  /** Moves the sandbox's clock forward. */
  readonly wait: (duration: string) => Promise<unknown>;
  /** The OTP in the latest message about a transfer or a batch. */
  readonly codeFor: (reference: string) => Promise<string>;
  readonly answerIssuer: (id: string, answer: { otp: string } | { decline: true }) => Promise<unknown>;
  readonly authorizeMandate: (code: string) => Promise<unknown>;
  readonly card: (scenario: CardScenario) => Promise<TestCard>;
  /** A scenario account by its name, which says how transfers to it end. */
  readonly accountNamed: (accountName: string) => Promise<BankAccount & { readonly accountName: string }>;
  readonly openMerchant: (terms: { switches?: object; webhookUrls?: object }) => Promise<Credentials>;
  readonly settle: () => Promise<Settlement[]>;
  /** The ledger entries of a reference. */
  readonly entriesOf: (reference: string) => Promise<LedgerEntry[]>;
}

export interface TestCard {
  readonly number: string;
  readonly pin: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly cvv: string;
}

export function createPeople(url: string): People {
  async function ask<Reply>(path: string): Promise<Reply> {
    return (await (await fetch(url + path)).json()) as Reply;
  }
  async function post(path: string, body: object): Promise<Response> {
    return fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }
  async function command<Reply>(path: string, body: object): Promise<Reply> {
    const reply = await post(path, body);
    if (!reply.ok) throw new Error(`The sandbox refused ${path}: ${await reply.text()}`);
    return (await reply.json()) as Reply;
  }
  return {
    async pay({ bankCode, accountNumber }, amount, payer) {
      const transfer = { bankCode, accountNumber, amount: toNaira(amount), ...(payer && { payer }) };
      const reply = await post('/sandbox/bank-simulator/payments', transfer);
      return (await reply.json()) as Sent;
    },
    wait: (duration) => command('/sandbox/clock/advance', { duration }),
    async codeFor(reference) {
      const [latest] = await ask<{ code?: string }[]>(`/sandbox/inbox?reference=${reference}`);
      if (latest?.code === undefined) throw new Error(`No message with a code for ${reference}`);
      return latest.code;
    },
    answerIssuer: (id, answer) => command(`/sandbox/issuer/${encodeURIComponent(id)}`, answer),
    authorizeMandate: (code) => command(`/sandbox/mandates/${encodeURIComponent(code)}`, { authorize: true }),
    async card(wanted) {
      const cards = await ask<{ number: string; scenario: string }[]>('/sandbox/test-cards');
      const { number } = found(cards, ({ scenario }) => scenario === wanted);
      return { number, pin: '1234', expiryMonth: '12', expiryYear: '2049', cvv: '123' };
    },
    async accountNamed(wanted) {
      const known = await ask<{ accountNumber: string; accountName: string }[]>('/sandbox/scenario-accounts');
      return { bankCode: '058', ...found(known, ({ accountName }) => accountName === wanted) };
    },
    // a settlement is an event too: whether there is one must not depend on the time of day
    openMerchant: ({ switches, ...terms }) =>
      command('/sandbox/merchants', {
        name: 'Second Shop',
        switches: { settlesDaily: false, ...switches },
        ...terms,
      }),
    settle: () => command('/sandbox/settlements/run', {}),
    async entriesOf(reference) {
      const query = new URLSearchParams({ reference });
      return (await ask<{ entries: LedgerEntry[] }>(`/sandbox/ledger?${query.toString()}`)).entries;
    },
  };
}

function found<Item>(items: readonly Item[], is: (item: Item) => boolean): Item {
  const item = items.find(is);
  if (item === undefined) throw new Error('Not offered by the sandbox');
  return item;
}
