import { request } from 'undici';
import type { BatchTerms } from '../../../src/domain/batch/batch.js';
import { fingerprintOf } from '../../../src/domain/batch/fingerprint.js';
import { readRow } from '../../../src/domain/batch/row.js';
import { sumOf } from '../../../src/domain/batch/totals.js';
import { PROCESSING_STARTS_MS } from '../../../src/sandbox/payouts/batches.js';
import { waitForState, waitUntil } from '../wait-until.js';
import { API_KEY, APPROVER_KEY, type Reply, type World } from '../world/world.js';
import type { InputRow, ShownRow } from './batch-rows.js';
import { resolveItem } from './review-items.js';

export { type InputRow, rowsToPeople, rowTo, type ShownRow } from './batch-rows.js';

/** The same batch for the typed client. */
export function toRequest(reference: string, input: readonly InputRow[]) {
  const rows = input.map((given, index) => {
    const read = readRow(index + 1, { narration: 'Salary March', ...given });
    if (!('row' in read)) throw new Error(JSON.stringify(read.problems));
    return read.row;
  });
  const terms: BatchTerms = {
    reference,
    title: 'Salaries',
    narration: 'Salary March',
    onValidationFailure: 'CONTINUE',
    currency: 'NGN',
    count: rows.length,
    sumKobo: sumOf(rows),
    fingerprint: fingerprintOf(rows),
  };
  return { terms, rows };
}

/**
 * What a merchant does with batches. `isClockKept`: the test moves the gateway's clock itself; otherwise it moves on when
 * parts are under way, so that no test waits for it.
 */
export function createBatches(world: World, { isClockKept = false } = {}) {
  const id = (reference: string) => `batch:${reference}`;
  const partId = (reference: string, part: number) => `batch-part:${reference}/${part}`;
  const path = (reference: string) => `/v1/batches/${reference}`;
  const approver = { authorization: `Bearer ${APPROVER_KEY}` };

  const terms = (reference: string, rows: readonly InputRow[], more: object = {}) => ({
    reference,
    title: 'Salaries',
    narration: 'Salary March',
    onValidationFailure: 'CONTINUE',
    ...more,
    rows,
  });
  const create = (reference: string, rows: readonly InputRow[], more?: object) =>
    world.call('POST', '/v1/batches', terms(reference, rows, more));
  const read = async (reference: string) => (await world.call('GET', path(reference))).body;

  const moved = new Set<string>();
  async function readMoving(reference: string) {
    const body = await read(reference);
    const seen = `${reference} ${JSON.stringify(body.parts)}`;
    if (!isClockKept && body.state === 'IN_PROGRESS' && !moved.has(seen)) {
      moved.add(seen);
      await world.sandbox.clock.advance(PROCESSING_STARTS_MS);
    }
    return body;
  }

  /** A reply that is not JSON. */
  async function text(target: string, body?: { readonly type: string; readonly text: string | Buffer }) {
    const reply = await request(`${world.apiUrl}${target}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${API_KEY}`, ...(body && { 'content-type': body.type }) },
      ...(body && { body: body.text }),
    });
    return { status: reply.statusCode, text: await reply.body.text() };
  }

  return {
    id,
    partId,
    terms,
    create,
    read,
    text,
    rows: async (reference: string, query = '') => {
      const { body } = await world.call('GET', `${path(reference)}/rows${query}`);
      return (body as unknown as { readonly rows: readonly ShownRow[] }).rows;
    },
    becomes: (reference: string, state: string, limitMs?: number) =>
      waitForState(reference, state, () => readMoving(reference), limitMs),
    closed: async (reference: string, parts = 1) => {
      for (let part = 1; part <= parts; part++) await world.closed(partId(reference, part));
      await world.closed(id(reference));
    },
    cancel: (reference: string) => world.call('POST', `${path(reference)}/cancel`),
    approve: (reference: string, reason = 'checked') =>
      world.call('POST', `${path(reference)}/approve`, { reason }, approver),
    decline: (reference: string, reason = 'not due') =>
      world.call('POST', `${path(reference)}/decline`, { reason }, approver),
    release: (reference: string, rows: readonly number[] | 'all', reason = 'called them') =>
      world.call('POST', `${path(reference)}/rows/release`, { rows, reason }, approver),
    resolve: (reference: string, key: string, resolution: object) =>
      resolveItem(world, { path: path(reference), key }, resolution, approver),
    readPart: async (reference: string, part: number) =>
      (await world.call('GET', `/v1/batch-parts/${encodeURIComponent(`${reference}/${part}`)}`)).body,
    resolvePart: (reference: string, part: number, key: string, resolution: object) =>
      resolveItem(
        world,
        { path: `/v1/batch-parts/${encodeURIComponent(`${reference}/${part}`)}`, key },
        resolution,
        approver,
      ),
    otp: (reference: string, part: number, otp: string) =>
      world.call('POST', `${path(reference)}/parts/${part}/otp`, { otp }),
    resendOtp: (reference: string, part: number) =>
      world.call('POST', `${path(reference)}/parts/${part}/otp/resend`, {}),
    /** The newest OTP for a part. */
    otpOf: (reference: string, part: number) =>
      waitUntil(`an OTP for part ${part}`, async () =>
        (await world.codesFor(`${reference}--p${part}`)).at(-1),
      ),
    /** Money of a row that reached its beneficiary, in kobo. */
    paidOut: (reference: string, row: number) =>
      world.sandbox.ledger
        .entries({ reference: `${reference}--b${row}` })
        .flatMap(({ lines }) => lines)
        .filter(({ account }) => account.startsWith('bank:'))
        .reduce((total, { amountKobo }) => total + amountKobo, 0),
    /** Every movement of a row's money, by the ledger. */
    causesOf: (reference: string, row: number) =>
      world.sandbox.ledger.entries({ reference: `${reference}--b${row}` }).map(({ cause }) => cause),
    /** Totals by state, as the API shows them. */
    countsOf: (body: Reply): Record<string, number> => {
      const { byState } = body.totals as { readonly byState: Record<string, { readonly count: number }> };
      return Object.fromEntries(Object.entries(byState).map(([state, { count }]) => [state, count]));
    },
  };
}

export type Batches = ReturnType<typeof createBatches>;
