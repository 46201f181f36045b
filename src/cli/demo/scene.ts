import type { ReceivedWebhook } from '../webhook-listener.js';
import type { Caller, Reply } from './http.js';
import type { DemoWorker } from './worker.js';

export type Role = 'Merchant' | 'Payer' | 'Bank' | 'Gateway' | 'Oware' | 'Fate';

/** Whose life a scene shows: where the API has it, and what its workflow is called. */
export const STORIES = {
  checkout: '/v1/checkouts',
  invoice: '/v1/invoices',
  'reserved-account': '/v1/reserved-accounts',
} as const;

export interface Expected {
  readonly end: string;
  /** Kinds of the review items that wait for a person at the end. */
  readonly review?: readonly string[];
  /** Each collection in the gateway's books, in naira. */
  readonly collected: readonly string[];
  readonly webhooks: readonly string[];
}

/** One story as a value: adding one is one file and one line in `scenes.ts`. */
export interface Scene {
  readonly name: string;
  readonly title: string;
  readonly cast: readonly Role[];
  readonly lifecycle: keyof typeof STORIES;
  /** Left out, with the reason, on a server that cannot fast-forward workflows. */
  readonly movesTime?: true;
  readonly expects: Expected;
  play(stage: Stage): Promise<void>;
}

/** What the actors can do. Everything goes over HTTP, as it does in life. */
export interface Stage {
  /** The scene's own, new at every performance. */
  readonly reference: string;
  readonly say: (who: Role, what: string) => void;
  /** The merchant's service calls Oware. */
  readonly oware: Caller;
  /** The same, where Oware must say no. */
  readonly owareRefuses: Caller;
  /** Whoever stands outside calls the gateway: payers, banks, its clock. */
  readonly gateway: Caller;
  /** The same, where the gateway must say no. */
  readonly gatewayRefuses: Caller;
  /** Somebody fills in a form on a page. */
  readonly fillIn: (url: string, fields: Readonly<Record<string, string>>) => Promise<void>;
  readonly becomes: (state: string) => Promise<Reply>;
  /** The first notice of a type, or a later one. */
  readonly hears: (type: string, nth?: number) => Promise<ReceivedWebhook>;
  readonly killWorker: DemoWorker['kill'];
  /** Moves the sandbox's clock and every open workflow forward: '40m', '1d'. */
  readonly passTime: (duration: string) => Promise<void>;
}
