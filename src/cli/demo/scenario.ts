import type * as lifecycles from '../../../workflows/lifecycles.js';
import type { ReceivedWebhook } from '../webhook-listener.js';
import type { Caller, Reply } from './http.js';
import type { DemoWorker } from './worker.js';

export type Role = 'Merchant' | 'Payer' | 'Bank' | 'Gateway' | 'Oware' | 'Demo';

/** Its name in the table of lifecycles. */
export type LifecycleName = keyof typeof lifecycles;

export interface Expected {
  readonly state: string;
  /** Kinds of the review items that are open at the end. */
  readonly review?: readonly string[];
  /** Each collection in the sandbox's ledger, in naira. */
  readonly collected: readonly string[];
  /** Each transfer that reached its beneficiary, in naira. */
  readonly paidOut?: readonly string[];
  readonly webhooks: readonly string[];
}

/** A new scenario is one file in `scenarios` and one line in `scenarios.ts`. */
export interface Scenario {
  readonly name: string;
  readonly title: string;
  readonly roles: readonly Role[];
  readonly lifecycle: LifecycleName;
  /** Skipped, with the reason, on a server that cannot fast-forward workflows. */
  readonly movesTime?: true;
  readonly expects: Expected;
  run(context: ScenarioContext): Promise<void>;
}

/** What a scenario can do. Everything goes over HTTP. */
export interface ScenarioContext {
  /** New in every run. */
  readonly reference: string;
  readonly report: (role: Role, text: string) => void;
  /** A call of the merchant's service to Oware. */
  readonly oware: Caller;
  /** A call of another person at the merchant, who may approve payouts. */
  readonly approver: Caller;
  /** The same for a call that Oware must refuse. */
  readonly owareRefuses: Caller;
  /** A call to the sandbox by a payer, a bank, or for its clock. */
  readonly gateway: Caller;
  /** The same for a call that the sandbox must refuse. */
  readonly gatewayRefuses: Caller;
  readonly submitForm: (url: string, fields: Readonly<Record<string, string>>) => Promise<void>;
  readonly waitForState: (state: string) => Promise<Reply>;
  /** The first webhook of a type, or the nth. */
  readonly waitForWebhook: (type: string, nth?: number) => Promise<ReceivedWebhook>;
  readonly killWorker: DemoWorker['kill'];
  /** Moves the sandbox's clock and every open workflow forward: '40m', '1d'. */
  readonly passTime: (duration: string) => Promise<void>;
}
