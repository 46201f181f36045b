import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { addDays, isDay } from '../../src/domain/calendar.js';
import { hasActivity } from '../../src/domain/wallet-day/weigh.js';
import { COMPARISON, INTERNAL } from '../shared/gateway/activity-options.js';
import { readUntilAnswered } from '../shared/run/rebuild.js';
import { isOver, nextTurn } from '../shared/run/run-until-closed.js';
import type { WalletDayLifecycle } from './lifecycle.js';

const { sumOutflows } = proxyActivities<Activities>(COMPARISON);
const { forwardEvent } = proxyActivities<Activities>(INTERNAL);

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
    await tellDayBefore(lifecycle);
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

/** The balance that ended the day before was read after these movements, which are not its own. */
async function tellDayBefore(lifecycle: WalletDayLifecycle): Promise<void> {
  const day = lifecycle.subject();
  const movedKobo = day.toTell();
  const { terms, opening, told = 0 } = day.snapshot();
  if (movedKobo === undefined || !opening || !isDay(terms.reference)) return;
  const event = {
    kind: 'wallet-balance',
    eventType: 'wallet-balance',
    key: `wallet-moved:${told}:${movedKobo}`,
    place: 'closing',
    movedKobo,
    at: opening.at,
  } as const;
  const dayBefore = { lifecycle: 'wallet-events', reference: addDays(terms.reference, -1) };
  await lifecycle.pace.call(() => forwardEvent(dayBefore, event));
  day.setTold(movedKobo);
}

/** Where the merchant receives no wallet events, the listings show what went out. */
async function readOutflows(lifecycle: WalletDayLifecycle): Promise<void> {
  const day = lifecycle.subject();
  const { opening, closing, outflows: known } = day.snapshot();
  const isRead = known !== undefined && known.unread === undefined;
  if (!opening || !closing || isRead || hasActivity(day.snapshot())) return;
  const summary = { summary: 'Sum what left the wallet' };
  const outflows = await readUntilAnswered(lifecycle, () =>
    sumOutflows.executeWithOptions(summary, [{ from: opening.at, to: closing.at }]),
  );
  if (outflows) day.setOutflows(outflows);
}
