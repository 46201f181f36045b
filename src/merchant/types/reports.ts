import type { COMMON_WEBHOOKS } from '../../domain/lifecycle/webhook-types.js';
import type { toSettlement } from '../../domain/settlement/view.js';
import type { SETTLEMENT_WEBHOOKS } from '../../domain/settlement/webhook-types.js';
import type { toSweep } from '../../domain/sweep/view.js';
import type { SWEEP_WEBHOOKS } from '../../domain/sweep/webhook-types.js';
import type { toWalletDay } from '../../domain/wallet-day/view.js';
import type { WALLET_WEBHOOKS } from '../../domain/wallet-day/webhook-types.js';
import type { Json } from '../json.js';
import type { WebhookKind } from './webhook-kind.js';

export type Settlement = Json<ReturnType<typeof toSettlement>>;
export type Sweep = Json<ReturnType<typeof toSweep>>;
export type WalletDay = Json<ReturnType<typeof toWalletDay>>;

export interface ReportWebhooks {
  readonly settlement: WebhookKind<typeof SETTLEMENT_WEBHOOKS, { readonly settlement: Settlement }>;
  readonly sweep: WebhookKind<typeof SWEEP_WEBHOOKS, { readonly sweep: Sweep }>;
  readonly 'unmatched-event': WebhookKind<typeof COMMON_WEBHOOKS, { readonly unmatchedEvent: object }>;
  readonly 'wallet-day': WebhookKind<typeof WALLET_WEBHOOKS, { readonly walletDay: WalletDay }>;
}
