import { DefaultLogger, Runtime } from '@temporalio/worker';
import { expect, inject, it } from 'vitest';
import { runBusyAccount } from '../../support/busy-account/run.js';

Runtime.install({ logger: new DefaultLogger('ERROR') });

/** Temporal terminates a run whose input is larger than two megabytes. */
const BUDGET_BYTES = 900_000;

it('an account with 70,000 reported credits and 500 undelivered webhooks continues as new, and each credit is reported once', async () => {
  const { runs, creditWebhooks, missed, gatewayReads, differences } = await runBusyAccount({
    address: inject('temporalAddress'),
    workflowBundle: { codePath: inject('bundlePath') },
    reportedPerDay: 10_000,
    undelivered: 500,
    credits: 150,
    senders: 5,
    perSecond: 50,
    continueAsNewAfterHistoryEvents: 700,
    limitMs: 90_000,
  });
  expect(differences).toEqual([]);
  expect(creditWebhooks + missed).toBe(650);
  // webhooks beyond the number that a run carries are counted together, the oldest first
  expect(missed).toBeGreaterThan(0);
  expect(gatewayReads).toBe(150);
  expect(runs.length).toBeGreaterThan(2);
  for (const { carriedBytes, historyEvents } of runs) {
    expect(carriedBytes).toBeLessThan(BUDGET_BYTES);
    expect(historyEvents).toBeLessThan(2_000);
  }
});
