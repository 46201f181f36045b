import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createLifecycleClient } from '../../../src/client/lifecycle-client.js';
import type { Grant, SignedGrant } from '../../../src/domain/approval/grant.js';
import { kobo } from '../../../src/domain/money.js';
import { termsHash } from '../../../src/secrets/grants.js';
import { grantOf, testGrants } from '../grants.js';
import { bundleTestWorkflows } from '../temporal/test-bundle.js';
import { waitForState } from '../wait-until.js';
import type { ScriptedWorld } from '../world/scripted-gateway.js';
import { TEST_PAYOUT, type TestPayoutState, type TestPayoutTerms } from './messages.js';

/** A bundle with the test payout; `remove` deletes it. */
export async function writePayoutBundle() {
  const { code } = await bundleTestWorkflows(new URL('workflow.ts', import.meta.url));
  const bundlePath = join(mkdtempSync(join(tmpdir(), 'oware-payout-')), 'bundle.js');
  writeFileSync(bundlePath, code);
  return { bundlePath, remove: () => rmSync(dirname(bundlePath), { recursive: true }) };
}

export const MAKER = { key: 'shop', subject: 'ada@example.com' };

export type Payouts = ReturnType<typeof createPayouts>;

/** Test payouts of a world, and the people who decide about them. */
export function createPayouts(world: ScriptedWorld, { timeoutMs = 60_000 } = {}) {
  const { client, taskQueue } = world;
  const timeouts = { timeoutMs, readTimeoutMs: timeoutMs, eventTimeoutMs: timeoutMs };
  const context = { client, signalClient: client, taskQueue, ...timeouts };
  const payouts = createLifecycleClient(context, TEST_PAYOUT);
  const created: string[] = [];
  let count = 0;
  const idOf = (reference: string) => `test-payout:${reference}`;

  function termsOf(reference: string, amountKobo = 200_000_000): TestPayoutTerms {
    return { reference, amountKobo: kobo(amountKobo) };
  }

  /** As the api signs it. */
  function grant(terms: TestPayoutTerms, part: Partial<Grant>): SignedGrant {
    const target = idOf(terms.reference);
    return testGrants.sign(grantOf({ target, termsHash: termsHash(terms), ...part }));
  }

  /** Ada's signed request. */
  const makerOf = (terms: TestPayoutTerms) => grant(terms, { action: 'create', ...MAKER });

  return {
    ...payouts,
    idOf,
    termsOf,
    grant,
    makerOf,
    /** Creates a payout of two million naira, by default asked for by Ada. */
    async open(
      what: string,
      { amountKobo, maker = 'ada' }: { amountKobo?: number; maker?: 'ada' | 'unknown' } = {},
    ) {
      const terms = termsOf(world.name(`${what}-${++count}`), amountKobo);
      const { reference } = terms;
      created.push(idOf(reference));
      const signed = maker === 'ada' ? makerOf(terms) : undefined;
      const answer = await payouts.create(terms, { maker: signed });
      return { terms, reference, id: idOf(reference), answer };
    },
    /** A person approves or declines, through the api. */
    decide: (
      action: 'approve' | 'decline',
      terms: TestPayoutTerms,
      { idempotencyKey, ...part }: Partial<Grant> & { readonly idempotencyKey?: string },
    ) => payouts[action](terms.reference, { grant: grant(terms, { action, ...part }) }, { idempotencyKey }),
    becomes: (reference: string, state: TestPayoutState) =>
      waitForState(reference, state, () => payouts.get(reference).catch(() => undefined)),
    endAll: () => Promise.allSettled(created.splice(0).map((id) => world.handle(id).terminate())),
  };
}
