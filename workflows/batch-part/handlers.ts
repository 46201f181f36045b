import { registerCommonHandlers } from '../shared/run/handlers.js';
import type { PartLifecycle } from './lifecycle.js';
import { BATCH_PART } from './messages.js';

export function registerHandlers(lifecycle: PartLifecycle): void {
  registerCommonHandlers(lifecycle, {
    ...BATCH_PART,
    onResolved: (part, command) => part.onResolved(command),
  });
}
