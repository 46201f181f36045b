import type { Client } from '@temporalio/client';
import type { GrantCheck, GrantPurpose } from '../src/domain/approval/grant.js';
import type { CarriedTally, Payout, PayoutSums } from '../src/domain/approval/tally.js';
import type { ReceivedByBatch } from '../src/domain/batch/batch.js';
import type { PartReports } from '../src/domain/batch/batch-part.js';
import type { PartOrders } from '../src/domain/batch/part-orders.js';
import type { RowsClaim } from '../src/domain/batch/rows-claim.js';
import type { ListedPayment, Unheld } from '../src/domain/collection/holds.js';
import type { Address } from '../src/domain/lifecycle/address.js';
import type { LifecycleEvent } from '../src/domain/lifecycle/event.js';
import type { MerchantWebhook } from '../src/domain/lifecycle/webhook.js';
import type { Pause } from '../src/domain/pause/pause.js';
import type { RefundSums } from '../src/domain/refund/bounds.js';
import type { CoveredDays, SweepsDue } from '../src/domain/sweep/covered-days.js';
import type { WalletDayReport } from '../src/domain/wallet-day/wallet-day.js';
import { handToNextRun } from './hand-to-next-run.js';
import type { Settings } from '../src/config/settings.js';
import { findOwner } from './find-owner.js';
import { type ClosedRun, loadClosedRun } from './load-closed-run.js';
import { createWebhookSender, type ToMessage, type WebhookAddress } from './deliver-webhook.js';
import { createPausesReader } from './pauses.js';
import { type DispatchOrder, setDispatch } from './set-dispatch.js';
import { wakePaused } from './wake-paused.js';
import { watchEndpoint } from './webhook-endpoint.js';

/** Activities that do not call the gateway. */
export interface OwnActivities {
  settings(): Promise<Settings>;
  deliverWebhook(webhook: MerchantWebhook): Promise<void>;
  /** Loads a closed run, also one that ended without a result. */
  loadClosedRun(workflowId: string, runId: string): Promise<ClosedRun>;
  /** The lifecycle that a transaction of the gateway belongs to: one that has claimed it, or the named one. */
  findOwner(gatewayReference: string, named?: Address): Promise<Address | null>;
  /** Which payments of the gateway's listings their lifecycle does not show. */
  unheldPayments(address: Address, payments: readonly ListedPayment[]): Promise<Unheld>;
  /** Delivers an event to another lifecycle, whether it runs or not. */
  forwardEvent(to: Address, event: LifecycleEvent): Promise<void>;
  /** Whether the api signed this grant, for just this purpose. */
  checkGrant(signed: unknown, purpose: GrantPurpose): Promise<GrantCheck>;
  /** Adds a payout to the sums of its day (in West Africa Time), once, and returns them. */
  countPayout(payout: Payout & { readonly day: string }): Promise<PayoutSums>;
  /** What an ended run of the sums of a day has counted. */
  recallPayoutDay(day: string, runId: string): Promise<CarriedTally>;
  /** Claims the payments of a batch by their fingerprint; returns one that did so before, for seven days, and that it does not retry, or itself. */
  claimRows(claim: RowsClaim): Promise<string>;
  /** What a lost run of a batch, and those before it, received. */
  recallBatch(batch: string, runId: string): Promise<ReceivedByBatch>;
  /** What a batch wants of one of its parts; null when there is no such batch. */
  readPartOrders(batch: string, part: number): Promise<PartOrders | null>;
  /** How parts of a batch stand; those that are lost are left out. */
  readPartReports(batch: string, parts: readonly number[]): Promise<PartReports>;
  /** Starts the sweep of a day, and of those before it that have none; the next night begins where it ended. */
  requestSweeps(day: string, night?: SweepNight): Promise<CoveredDays>;
  /** The wallet's day; null when nothing was reported on it. */
  readWalletDay(day: string): Promise<WalletDayReport | null>;
  /** What the refunds of a transaction have returned, may have, and may still; null where it has none. */
  readRefunds(transactionReference: string): Promise<RefundSums | null>;
  /** What operators have paused, at most half a second ago. */
  pauses(): Promise<readonly Pause[]>;
  /** Stops or starts a queue of gateway writes. */
  setDispatch(order: DispatchOrder): Promise<'stopped' | 'running' | 'not-supported'>;
  /** Has every paused lifecycle read again what is paused. */
  wakePaused(): Promise<number>;
}

export interface SweepNight extends Pick<SweepsDue, 'coveredUntil'> {
  /** The Schedule that started the night. */
  readonly scheduleId?: string | undefined;
}

/** What activities need of the typed client. */
export interface OwnClient {
  readonly forwardEvent: OwnActivities['forwardEvent'];
  readonly unheldPayments: OwnActivities['unheldPayments'];
  readonly countPayout: OwnActivities['countPayout'];
  readonly recallPayoutDay: OwnActivities['recallPayoutDay'];
  readonly claimRows: OwnActivities['claimRows'];
  readonly recallBatch: OwnActivities['recallBatch'];
  readonly readPartOrders: OwnActivities['readPartOrders'];
  readonly requestSweeps: (due: SweepsDue) => Promise<CoveredDays>;
  readonly readWalletDay: OwnActivities['readWalletDay'];
  readonly readRefunds: OwnActivities['readRefunds'];
  readonly readPartReports: (
    batch: string,
    parts: readonly number[],
    fees: Settings['transferFees'],
  ) => Promise<PartReports>;
}

export interface OwnActivitiesDeps {
  readonly client: Client;
  readonly oware: OwnClient;
  /** The queue of workflows; those of gateway writes derive from it. */
  readonly taskQueue: string;
  readonly settings: Omit<Settings, 'deliversWebhooks'>;
  /** From the settings, never from a request: a caller that could choose it could read all payments. */
  readonly webhookAddress: WebhookAddress | undefined;
  readonly toMessage: ToMessage;
  readonly checkGrant: (signed: unknown, purpose: GrantPurpose) => GrantCheck;
}

export function createOwnActivities({
  client,
  oware,
  taskQueue,
  settings,
  webhookAddress,
  toMessage,
  checkGrant,
}: OwnActivitiesDeps): OwnActivities {
  const { disableAfterMs = 0 } = webhookAddress ?? {};
  const sendWebhook = webhookAddress && createWebhookSender(webhookAddress, toMessage);
  const deliverWebhook =
    sendWebhook && disableAfterMs > 0
      ? watchEndpoint({ client, taskQueue, disableAfterMs }, sendWebhook)
      : sendWebhook;
  return {
    settings: () => Promise.resolve({ ...settings, deliversWebhooks: webhookAddress !== undefined }),
    deliverWebhook: async (webhook) => {
      await deliverWebhook?.(webhook);
    },
    loadClosedRun: (workflowId, runId) => loadClosedRun(client, workflowId, runId),
    findOwner: (gatewayReference, named) => findOwner(client, gatewayReference, named),
    unheldPayments: oware.unheldPayments,
    forwardEvent: oware.forwardEvent,
    checkGrant: (signed, purpose) => Promise.resolve(checkGrant(signed, purpose)),
    countPayout: oware.countPayout,
    recallPayoutDay: (day, runId) => oware.recallPayoutDay(day, runId),
    claimRows: oware.claimRows,
    recallBatch: (batch, runId) => oware.recallBatch(batch, runId),
    readPartOrders: oware.readPartOrders,
    readPartReports: (batch, parts) => oware.readPartReports(batch, parts, settings.transferFees),
    // an earlier version asks by the day alone
    requestSweeps: async (day, { coveredUntil, scheduleId } = {}) => {
      const covered = await oware.requestSweeps({ day, coveredUntil, followSince: settings.followSince });
      if (scheduleId !== undefined) await handToNextRun(client, scheduleId, covered.until);
      return covered;
    },
    readWalletDay: oware.readWalletDay,
    readRefunds: oware.readRefunds,
    pauses: createPausesReader(client, taskQueue),
    setDispatch: (order) => setDispatch(client, taskQueue, order),
    wakePaused: () => wakePaused(client, taskQueue),
  };
}
