import { type AccountReads, createAccountReads } from './account-reads.js';
import { type BatchReadOptions, type BatchReads, createBatchReads } from './batch-reads.js';
import { createUnsettledSearch, type UnsettledSearch } from './find-unsettled.js';
import type { GatewayActivities } from './gateway.js';
import { createLook, type LookActivity } from './look.js';
import { createOpenCheckout, type OpenCheckout } from './open-checkout.js';
import type { OwnActivities } from './own.js';
import { createReadiness, type ReadinessActivity } from './readiness.js';
import { type ReturnAddress, withReturnTokens } from './return-address.js';
import { createRetryReads, type RetryClient, type RetryReads } from './retry-reads.js';
import { createSettlementReads, type SettlementReads } from './settlement-reads.js';
import type { SweepReads } from './sweep/deps.js';
import { createSweepActivities, type SweepActivities } from './sweep/sweep.js';
import { createWalletReads, type WalletReads } from './sum-outflows.js';

/** Every activity. Workflows see this type and nothing of the implementation. */
export type Activities = GatewayActivities &
  OwnActivities &
  OpenCheckout &
  ReadinessActivity &
  LookActivity &
  AccountReads &
  BatchReads &
  RetryReads &
  SettlementReads &
  SweepActivities &
  UnsettledSearch &
  WalletReads;

export interface ActivitiesDeps {
  readonly gateway: GatewayActivities;
  readonly own: OwnActivities;
  /** Reads lifecycles for sweeps and retries. */
  readonly oware: SweepReads & RetryClient;
  /** With it, payers return through the API; without it they return directly to the merchant. */
  readonly returns?: ReturnAddress | undefined;
  readonly options?: BatchReadOptions;
}

export function createActivities({ gateway, own, oware, returns, options = {} }: ActivitiesDeps): Activities {
  const initTransaction = returns
    ? withReturnTokens(gateway.initTransaction, returns)
    : gateway.initTransaction;
  const readiness = createReadiness(gateway, own);
  const batchReads = createBatchReads(gateway, options);
  return {
    ...gateway,
    initTransaction,
    ...own,
    ...createOpenCheckout({ initTransaction }, own),
    ...readiness,
    ...createLook(gateway, readiness),
    ...createAccountReads(gateway, oware),
    ...batchReads,
    ...createRetryReads(batchReads, oware),
    ...createSweepActivities(gateway, {
      ...oware,
      findOwner: (gatewayReference) => own.findOwner(gatewayReference),
      deliverEvent: (to, event) => own.forwardEvent(to, event),
    }),
    ...createSettlementReads(gateway, own),
    ...createUnsettledSearch(gateway, own),
    ...createWalletReads(gateway),
  };
}
