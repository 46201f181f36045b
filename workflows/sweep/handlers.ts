import { registerCommand, registerCommonHandlers } from '../shared/run/handlers.js';
import { timestamp } from '../shared/run/state.js';
import type { SweepLifecycle } from './lifecycle.js';
import { SWEEP } from './messages.js';

export function registerHandlers(lifecycle: SweepLifecycle): void {
  const snapshot = () => lifecycle.subject().snapshot();
  registerCommonHandlers(lifecycle, SWEEP);
  registerCommand(lifecycle, SWEEP.commands.sweep, {
    refuse: () => undefined,
    execute: async () => {
      const sweep = await lifecycle.whenReady();
      // it has ended, and stays open for a webhook or a review item
      if (sweep.isOver()) sweep.restart(timestamp());
      return snapshot();
    },
    answer: snapshot,
    description: 'Compare the day with the records of the gateway.',
  });
}
