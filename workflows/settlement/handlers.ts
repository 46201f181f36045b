import { registerCommonHandlers } from '../shared/run/handlers.js';
import type { SettlementLifecycle } from './lifecycle.js';
import { SETTLEMENT } from './messages.js';

export function registerHandlers(lifecycle: SettlementLifecycle): void {
  registerCommonHandlers(lifecycle, {
    ...SETTLEMENT,
    onResolved: (settlement, _command, { kind }) =>
      kind === 'incomplete-comparison' ? settlement.acceptUncompared() : [],
  });
}
