import { defineSearchAttributeKey } from '@temporalio/common';
import { proxyActivities, setHandler, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import { kobo } from '../../../src/domain/money.js';
import { INTERNAL } from '../../../workflows/shared/gateway/activity-options.js';
import { effectsWithin } from '../../../workflows/shared/gateway/effects.js';
import { type Outcome, runOperation } from '../../../workflows/shared/gateway/operation.js';
import { createOperations } from '../../../workflows/shared/gateway/operations.js';
import { openOperations, resumeSending } from '../../../workflows/shared/messages.js';
import { createGate } from '../../../workflows/shared/payout/gate.js';
import { createPace } from '../../../workflows/shared/run/pace.js';

export { controlEffects } from '../../../workflows/services/control-effects/workflow.js';

const STATE = defineSearchAttributeKey('OwareState', 'KEYWORD');

export interface PayoutTerms {
  readonly bankCode: string;
  readonly needKobo?: number;
  /** In milliseconds since the epoch. */
  readonly notAfter: number;
}

const { settings } = proxyActivities<Activities>(INTERNAL);

/** The least that a lifecycle needs to send money through a gate. Its send is an activity of the tests. */
export async function payOut({ bankCode, needKobo, notAfter }: PayoutTerms): Promise<Outcome<string>> {
  const { workflowId } = workflowInfo();
  const operations = createOperations();
  const pace = createPace(() => false);
  let state = 'PROCESSING';
  const show = (next: string) => {
    if (state !== next) upsertSearchAttributes([{ key: STATE, value: next }]);
    state = next;
  };
  setHandler(resumeSending, operations.resume);
  setHandler(openOperations, operations.open);
  const gate = createGate(
    { pace, operations, settings },
    {
      queue: 'payouts',
      bankCode,
      ...(needKobo !== undefined && { needKobo: () => kobo(needKobo) }),
      onPaused: () => show('PAUSED'),
      onWaitingForFunds: () => show('WAITING_FOR_FUNDS'),
      onReady: () => show('PROCESSING'),
    },
  );
  return runOperation(
    {
      key: 'send',
      summary: 'Send',
      notAfter,
      atRiskKobo: kobo(0),
      isWanted: () => true,
      ready: gate.ready,
      send: async () => {
        const payouts = effectsWithin('payouts', notAfter - Date.now()) as unknown as Sender;
        return payouts.sendMoney(workflowId);
      },
      check: () => Promise.resolve({ kind: 'undecided', observed: 'nothing to check' }),
    },
    {
      pace,
      settings,
      states: operations,
      onUnresolved: () => undefined,
      onResolved: () => undefined,
    },
  );
}

interface Sender {
  sendMoney(workflowId: string): Promise<string>;
}
