import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCheckouts } from '../../support/lifecycles/checkouts.js';
import { createWorld, type World } from '../../support/world/world.js';

const CHECKOUTS = 12;
const WINDOW_MS = 8_000;
/** A payer who presses a button again and again, from before the end of the window until after it. */
const AROUND_MS = 200;
const EVERY_MS = 40;

let world: World;
beforeAll(async () => {
  const settings = {
    checkoutWindowMs: WINDOW_MS,
    closingGraceMs: 500,
    safetyChecksMs: [],
    recheckScheduleMs: [600_000],
  };
  world = await createWorld({ settings });
});
afterAll(async () => {
  await world.terminateAll();
  await world.close();
});

it('OTPs that are refused around the end of the window stop no checkout: other workers apply what is paid', async () => {
  const checkouts = createCheckouts(world, 'refused-otp');
  const references = await Promise.all(Array.from({ length: CHECKOUTS }, () => checkouts.open()));
  const replies = await Promise.all(
    references.map(async (reference) => {
      const end = Date.parse(String((await checkouts.read(reference)).expiresAt)) + 500;
      const sent: ReturnType<typeof checkouts.submitOtp>[] = [];
      await pause(end - AROUND_MS - Date.now());
      while (Date.now() < end + AROUND_MS) {
        sent.push(checkouts.submitOtp(reference));
        await pause(EVERY_MS);
      }
      return Promise.all(sent);
    }),
  );
  expect(new Set(replies.flat().map(({ status }) => status))).toEqual(new Set([409]));

  // they know a checkout only by its history
  await world.withoutWorkers(() => Promise.resolve());
  for (const reference of references) {
    const [transaction = ''] = await world.transactionsOf(reference);
    await world.payOnHostedPage(transaction);
  }
  for (const reference of references) {
    await world.becomes(reference, 'PAID');
    await checkouts.expectPaidOnce(reference);
  }
});
