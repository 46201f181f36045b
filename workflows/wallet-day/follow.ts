import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { hasActivity } from '../../src/domain/wallet-day/wallet-day.js';
import { MANY_READS } from '../shared/gateway/activity-options.js';
import { readUntilAnswered } from '../shared/run/rebuild.js';
import { isOver, nextTurn } from '../shared/run/run-until-closed.js';
import type { WalletDayLifecycle } from './lifecycle.js';

const { sumOutflows } = proxyActivities<Activities>(MANY_READS);

/** Reports events until the day is over, and then compares its balances. Late events take the same path. */
export async function followDay(lifecycle: WalletDayLifecycle): Promise<void> {
  const day = lifecycle.subject();
  const turn = {
    dueAt: () => (day.isClosed() ? undefined : day.closesAt()),
    summary: () => 'End of the day',
    isDone: day.isClosed,
  };
  await lifecycle.settings();
  for (;;) {
    takeEvents(lifecycle);
    if (day.closesAt() <= Date.now()) {
      await readOutflows(lifecycle);
      day.close();
      day.weigh().forEach(lifecycle.notify);
    }
    if (isOver(lifecycle, turn)) return;
    await nextTurn(lifecycle, turn);
  }
}

function takeEvents(lifecycle: WalletDayLifecycle): void {
  for (const event of lifecycle.inbox.take()) {
    lifecycle.subject().record(event).forEach(lifecycle.notify);
  }
  // no gateway read confirms these events: a check has nothing to do
  if (lifecycle.checks.isWanted()) {
    lifecycle.checks.started();
    lifecycle.checks.ended(true);
  }
}

/** Where the merchant receives no wallet events, the listings show what went out. */
async function readOutflows(lifecycle: WalletDayLifecycle): Promise<void> {
  const day = lifecycle.subject();
  const { opening, closing, outflows: known } = day.snapshot();
  if (!opening || !closing || known || hasActivity(day.snapshot())) return;
  const summary = { summary: 'Sum what left the wallet' };
  const outflows = await readUntilAnswered(lifecycle, () =>
    sumOutflows.executeWithOptions(summary, [{ from: opening.at, to: closing.at }]),
  );
  if (outflows) day.setOutflows(outflows);
}
