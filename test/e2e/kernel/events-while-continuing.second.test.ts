import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UnavailableError } from '../../../src/client/errors.js';
import type { CollectionEvent } from '../../../src/domain/lifecycle/events/collection.js';
import { kobo } from '../../../src/domain/money.js';
import { runsOf } from '../../support/temporal/runs.js';
import { waitUntil } from '../../support/wait-until.js';
import {
  accountTerms,
  createScriptedWorld,
  noTransactions,
  record,
  reservesAccount,
  type ScriptedWorld,
} from '../../support/world/scripted-gateway.js';

/** More with OWARE_TEST_EVENTS_WHILE_CONTINUING. */
const EVENTS = Number(process.env.OWARE_TEST_EVENTS_WHILE_CONTINUING ?? 150);
const SENDERS = 2;
/** Apart enough that a run does not only collect events. */
const APART_MS = 40;

let world: ScriptedWorld;
beforeAll(async () => {
  // every few credits the run continues as new, so that events arrive in each phase of it
  world = await createScriptedWorld({ settings: { continueAsNewAfterHistoryEvents: 25 } });
  world.script.createReservedAccount = reservesAccount;
  world.script.listReservedAccountTransactions = noTransactions;
});
afterAll(() => world.close());

describe('events that arrive while an account continues as new, again and again', () => {
  it('are in the history of one of its runs, and each is taken once', async () => {
    const reference = world.name('while-continuing');
    await world.oware.reservedAccounts.create(accountTerms(reference));
    const amountOf = (transactionReference = '') =>
      kobo(100_00 + Number(/^T(\d+)/.exec(transactionReference)?.[1]));
    world.script.getTransaction = (request) =>
      record('PAID', amountOf(request.transactionReference), {
        product: { type: 'RESERVED_ACCOUNT', reference },
      })(request);
    const sent = Array.from({ length: EVENTS }, (_, n) => `T${n}-${reference}`);
    let next = 0;
    // as the gateway does, which repeats what was not accepted
    const deliver = async (event: Partial<CollectionEvent>): Promise<void> => {
      for (;;) {
        try {
          await world.report(reference, event, 'reserved-account');
          return;
        } catch (error) {
          if (!(error instanceof UnavailableError)) throw error;
        }
      }
    };
    const keys: string[] = [];
    const send = async () => {
      for (let n = next++; n < sent.length; n = next++) {
        const transactionReference = sent[n]!;
        const event = { key: `event-${n}`, transactionReference, amountKobo: amountOf(transactionReference) };
        await deliver(event);
        keys.push(event.key);
        await pause((n * 7) % APART_MS);
        // a claim of more than its record shows: only an item will tell of it
        if (n % 10 === 5) {
          const more = { ...event, key: `more-${n}`, amountKobo: kobo(9_000_000) };
          await deliver(more);
          keys.push(more.key);
        }
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, send));
    const known = () => world.oware.reservedAccounts.get(reference);
    await waitUntil('every credit', async () => (await known()).credited.count >= EVENTS, 200_000);
    const { credited } = await known();
    expect(credited).toEqual({
      count: EVENTS,
      sumKobo: sent.reduce((total, each) => total + amountOf(each), 0),
    });

    const runs = await runsOf(world.client, `reserved-account:${reference}`);
    expect(runs.length).toBeGreaterThan(EVENTS / 30);
    const signals = runs.flatMap(({ events }) =>
      events.flatMap(({ workflowExecutionSignaledEventAttributes: signal }) => {
        const [payload] = signal?.input?.payloads ?? [];
        return payload?.data ? (/"key":"([^"]+)"/.exec(Buffer.from(payload.data).toString())?.[1] ?? []) : [];
      }),
    );
    expect([...new Set(signals)].sort()).toEqual(keys.sort());
  });
});
