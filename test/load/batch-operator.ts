import { createCaller } from '../../src/cli/demo/http.js';
import { ROWS_IN_A_PART } from '../../src/domain/batch/part.js';
import { rowReference } from '../../src/domain/reference.js';
import type { DevJson } from '../support/processes/dev-run.js';
import { resolvePath, reviewItems } from '../support/lifecycles/review-items.js';

/** A batch as the API shows it. */
export interface ShownBatch {
  readonly reference: string;
  readonly state: string;
  readonly totals: { readonly byState: Readonly<Record<string, { readonly count: number }>> };
  readonly parts: readonly { readonly part: number; readonly reviewAt?: string }[];
}

/**
 * A person who does what Oware leaves to one after a crash: a row whose name could not be looked up waits for a release,
 * and a part that may or may not have been sent is concluded by what the gateway has. Oware never sends it again.
 */
export function createOperator({ api, sandbox }: DevJson, say: (text: string) => void) {
  const call = createCaller(api.url, `Bearer ${api.approverKey}`);
  const ledger = createCaller(sandbox.url);

  async function releaseOrApprove({ reference, totals }: ShownBatch): Promise<void> {
    const held = totals.byState['HELD']?.count ?? 0;
    const path = `/v1/batches/${reference}`;
    say(held > 0 ? `the operator releases ${held} rows` : 'the operator approves the batch');
    if (held > 0) await call('POST', `${path}/rows/release`, { rows: 'all', reason: 'called them' });
    else await call('POST', `${path}/approve`, { reason: 'checked' });
  }

  async function concludeSend(reference: string, part: number, reviewAt: string): Promise<void> {
    const items = reviewItems(await call('GET', reviewAt));
    const item = items.find(({ key }) => key === 'unresolved:send');
    if (!item) return;
    const first = rowReference(reference, (part - 1) * ROWS_IN_A_PART + 1);
    const { entries } = await ledger('GET', `/sandbox/ledger?reference=${first}`);
    const isSent = (entries as readonly unknown[]).length > 0;
    const decision = isSent ? 'happened' : 'did-not-happen';
    say(`the operator concludes the send of part ${part}: ${decision}`);
    const { key, version } = item;
    await call('POST', resolvePath(reviewAt, key), { decision, reason: 'read at the gateway', version });
  }

  return async (batch: ShownBatch): Promise<void> => {
    if (batch.state === 'WAITING_FOR_APPROVAL') await releaseOrApprove(batch);
    for (const { part, reviewAt } of batch.parts) {
      if (reviewAt !== undefined) await concludeSend(batch.reference, part, reviewAt);
    }
  };
}
