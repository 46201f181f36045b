import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { resolveReview } from '../../../workflows/shared/messages.js';
import { replayClosedRuns } from '../../support/temporal/replay.js';
import {
  createScriptedWorld,
  noTransactions,
  opens,
  record,
  type ScriptedWorld,
  terms,
} from '../../support/world/scripted-gateway.js';

/** Milliseconds from the end of the window: the timer fires a little later than the workflow computes it. */
const SENT_AT = [-20, 0, 0, 5, 5];

let world: ScriptedWorld;
beforeAll(async () => {
  const settings = { checkoutWindowMs: 3_000, closingGraceMs: 0, safetyChecksMs: [], gatewayEventGraceMs: 0 };
  world = await createScriptedWorld({ settings });
  world.script.initTransaction = opens;
  world.script.searchTransactions = noTransactions;
  world.script.getTransaction = record('EXPIRED');
});
afterAll(() => world.close());

it('a command that is refused just as the window ends leaves a history that replays', async () => {
  const sent = SENT_AT.map(async (offset, n) => {
    const reference = world.name(`refused-${n}`);
    const created = await world.oware.checkouts.create(terms(reference));
    if (created.kind !== 'open') throw new Error(`${reference} is ${created.kind}`);
    const at = Date.parse(created.snapshot.expiresAt ?? '') + offset;
    while (Date.now() < at) await pause(Math.max(1, at - Date.now() - 30));
    const nothing = { key: 'nothing', decision: 'dismiss', reason: 'no such item' } as const;
    const command = world.handle(`checkout:${reference}`).executeUpdate(resolveReview, { args: [nothing] });
    await expect(command).rejects.toThrow();
    return reference;
  });
  for (const reference of await Promise.all(sent)) {
    await world.becomes(reference, 'EXPIRED');
    await world.closed(`checkout:${reference}`);
    expect(await replayClosedRuns(world.client, `checkout:${reference}`, inject('bundlePath'))).toBe(1);
  }
});
