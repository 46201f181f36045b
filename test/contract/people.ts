import { type Kobo, toNaira } from '../../src/domain/money.js';
import type { BankAccount, Credentials } from './target.js';

export type CardScenario =
  'approved' | 'otp' | 'issuer' | 'issuer-by-post' | 'declined' | 'tokenizable' | 'tokenizable-once';

export interface StateTransition {
  readonly cause: string;
  readonly lines: readonly { readonly account: string; readonly amountKobo: number }[];
}

/** Whether the gateway took the money, and what the payment is then. */
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

/** What happens around a gateway, done through the sandbox's own interface: nothing of it exists elsewhere. */
export interface People {
  /** The customer's bank sends money. */
  readonly pay: (to: BankAccount, amount: Kobo, payer?: object) => Promise<Sent>;
  /** Lets time pass for the gateway. */
  readonly wait: (duration: string) => Promise<unknown>;
  /** The code in the latest mail about a transfer or a batch. */
  readonly codeFor: (reference: string) => Promise<string>;
  readonly answerIssuer: (id: string, answer: { otp: string } | { decline: true }) => Promise<unknown>;
  readonly authorizeMandate: (code: string) => Promise<unknown>;
  readonly card: (scenario: CardScenario) => Promise<TestCard>;
  /** An account by the name that says what becomes of money sent to it. */
  readonly accountNamed: (accountName: string) => Promise<BankAccount & { readonly accountName: string }>;
  readonly openMerchant: (terms: { switches?: object; webhookUrls?: object }) => Promise<Credentials>;
  readonly settle: () => Promise<Settlement[]>;
  /** What the books say was moved for a reference. */
  readonly moved: (reference: string) => Promise<StateTransition[]>;
}

export interface TestCard {
  readonly number: string;
  readonly pin: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly cvv: string;
}

export function meetPeople(url: string): People {
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
  async function tell<Reply>(path: string, body: object): Promise<Reply> {
    const reply = await post(path, body);
    if (!reply.ok) throw new Error(`the sandbox would not: ${path}: ${await reply.text()}`);
    return (await reply.json()) as Reply;
  }
  return {
    async pay({ bankCode, accountNumber }, amount, payer) {
      const transfer = { bankCode, accountNumber, amount: toNaira(amount), ...(payer && { payer }) };
      const reply = await post('/sandbox/bank-simulator/payments', transfer);
      return (await reply.json()) as Sent;
    },
    wait: (duration) => tell('/sandbox/clock/advance', { duration }),
    async codeFor(reference) {
      const [latest] = await ask<{ code?: string }[]>(`/sandbox/inbox?reference=${reference}`);
      if (latest?.code === undefined) throw new Error(`nobody was sent a code for ${reference}`);
      return latest.code;
    },
    answerIssuer: (id, answer) => tell(`/sandbox/issuer/${encodeURIComponent(id)}`, answer),
    authorizeMandate: (code) => tell(`/sandbox/mandates/${encodeURIComponent(code)}`, { authorize: true }),
    async card(wanted) {
      const cards = await ask<{ number: string; scenario: string }[]>('/sandbox/test-cards');
      const { number } = found(cards, ({ scenario }) => scenario === wanted);
      return { number, pin: '1234', expiryMonth: '12', expiryYear: '2049', cvv: '123' };
    },
    async accountNamed(wanted) {
      const known = await ask<{ accountNumber: string; accountName: string }[]>('/sandbox/scenario-accounts');
      return { bankCode: '058', ...found(known, ({ accountName }) => accountName === wanted) };
    },
    openMerchant: (terms) => tell('/sandbox/merchants', { name: 'Second Shop', ...terms }),
    settle: () => tell('/sandbox/settlements/run', {}),
    async moved(reference) {
      const query = new URLSearchParams({ reference });
      return (await ask<{ transitions: StateTransition[] }>(`/sandbox/books?${query.toString()}`))
        .transitions;
    },
  };
}

function found<Item>(items: readonly Item[], is: (item: Item) => boolean): Item {
  const item = items.find(is);
  if (item === undefined) throw new Error('the sandbox does not offer it');
  return item;
}
