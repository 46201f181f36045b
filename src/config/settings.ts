import type { LifecycleSettings } from './table.js';
import type { Policies } from '../domain/collection/policy.js';

/**
 * Settings of the deployment, which no request may set: windows, schedules, tolerances. The worker passes them to
 * each run once, through history, so that a run keeps the values it started with. `table.ts` describes
 * each of them; a row with `forLifecycles` is all that a new one needs.
 */
export interface Settings extends LifecycleSettings {
  /** What to do with underpayments, overpayments, late and duplicate payments. */
  readonly policies: Policies;
  /** Where payers return to, so that a check starts at once; without it they go straight to the merchant. */
  readonly returnUrl?: string;
  /** False where the deployment has no webhook URL. */
  readonly deliversWebhooks: boolean;
}
