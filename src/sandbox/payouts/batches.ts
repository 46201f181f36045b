import { walletBalance } from '../money/wallet.js';
import { merchantById } from '../people/merchants.js';
import { type Batch } from '../types/batch.js';
import { keyOf } from '../types/key.js';
import { type Merchant } from '../types/merchant.js';
import { type Transfer, twinKey } from '../types/transfer.js';
import { payoutReference } from '../wire/references.js';
import { type World } from '../world.js';
import { markIfComplete, rowsOf } from './batch-status.js';
import { flawOf, toTransfer, type TransferTerms, twinOf } from './begin-transfer.js';
import { sendMoney } from './move-out.js';
import { sendOtp } from './otp.js';
import { refusePayout } from './payout-refusals.js';

export interface BatchTerms {
  readonly batchReference: string;
  readonly title: string;
  readonly narration: string;
  readonly onValidationFailure: 'BREAK' | 'CONTINUE';
  readonly rows: readonly BatchRow[];
}

/** A requested row. An invalid one has only its reference for sure, and the reason in `unreadable`. */
export interface BatchRow {
  readonly terms: TransferTerms;
  readonly unreadable: string | null;
}

export const PROCESSING_STARTS_MS = 2_000;
const BETWEEN_SLICES_MS = 60_000;

/** Runs inside a commit. */
export function beginBatch(world: World, merchant: Merchant, terms: BatchTerms): Batch {
  const key = keyOf(merchant.id, terms.batchReference);
  if (world.batches.get(key)) throw refusePayout('D05');
  refuseUsedReferences(world, merchant, terms.rows);
  const rows = toRows(world, merchant, terms);
  const amountKobo = rows.reduce((total, row) => total + row.amountKobo, 0);
  const feeKobo = rows.reduce((total, row) => total + row.feeKobo, 0);
  if (walletBalance(world, merchant.id) < amountKobo + feeKobo) throw refusePayout('D04');
  for (const row of rows) world.transfers.put({ ...row, batchKey: key });
  const batch: Batch = {
    key,
    merchantId: merchant.id,
    batchReference: terms.batchReference,
    transactionBatchReference: payoutReference(world, 'MFDB'),
    title: terms.title,
    narration: terms.narration,
    count: rows.length,
    amountKobo,
    feeKobo,
    otp: merchant.switches.otpOn ? sendOtp(world, merchant, terms.batchReference) : null,
    recorded: 'PENDING_AUTHORIZATION',
    createdAt: world.clock.now(),
  };
  world.batches.put(batch);
  return merchant.switches.otpOn ? batch : authorizeBatch(world, batch);
}

function refuseUsedReferences(world: World, merchant: Merchant, rows: readonly BatchRow[]): void {
  const seen = new Set<string>();
  for (const { reference } of rows.map(({ terms }) => terms)) {
    if (seen.has(reference) || world.transfers.get(keyOf(merchant.id, reference))) {
      throw refusePayout('D05', `Supplied reference already exists! ${reference}`);
    }
    seen.add(reference);
  }
}

/** BREAK refuses the batch for one bad row; CONTINUE fails only that row when the batch is processed. */
function toRows(world: World, merchant: Merchant, terms: BatchTerms): Transfer[] {
  const twins = new Set<string>();
  const recorded = merchant.switches.otpOn ? 'PENDING_BATCH_AUTHORIZATION' : 'AWAITING_PROCESSING';
  return terms.rows.map(({ terms: row, unreadable }) => {
    if (unreadable !== null) {
      return { ...toTransfer(world, merchant, row), feeKobo: 0, flaw: unreadable, recorded };
    }
    const twin = twinKey(merchant.id, row.destination, row.amountKobo);
    const isTwin = merchant.switches.duplicateGuardOn && (twins.has(twin) || twinOf(world, merchant, row));
    twins.add(twin);
    const flaw = flawOf(world, row) ?? (isTwin ? refusePayout('D07') : undefined);
    if (flaw && terms.onValidationFailure === 'BREAK') {
      throw refusePayout(flaw.code as 'D03', `${flaw.message} (${row.reference})`);
    }
    return { ...toTransfer(world, merchant, row), flaw: flaw?.message ?? null, recorded };
  });
}

/** Runs inside a commit. */
export function authorizeBatch(world: World, batch: Batch): Batch {
  const authorized: Batch = { ...batch, otp: null, recorded: 'AWAITING_PROCESSING' };
  world.batches.put(authorized);
  for (const row of rowsOf(world, batch)) world.transfers.put({ ...row, recorded: 'AWAITING_PROCESSING' });
  const dueAt = world.clock.now() + PROCESSING_STARTS_MS;
  world.agenda.add({ kind: 'process-batch', subject: batch.key, dueAt });
  return authorized;
}

/** Runs inside a commit: sends the rows of a batch when it is due, or the next slice of them. */
export function processBatch(world: World, key: string): void {
  const batch = world.batches.get(key);
  if (!batch) return;
  world.batches.put({ ...batch, recorded: 'IN_PROGRESS' });
  const open = [...world.transfers.filter('open', key)];
  const waiting = open.filter(({ recorded }) => recorded === 'AWAITING_PROCESSING');
  const { batchRowsPerMinute } = merchantById(world, batch.merchantId).switches;
  const slice = waiting.slice(0, batchRowsPerMinute ?? waiting.length);
  for (const row of slice) sendMoney(world, row);
  if (slice.length < waiting.length) {
    const dueAt = world.clock.now() + BETWEEN_SLICES_MS;
    world.agenda.add({ kind: 'process-batch', subject: key, dueAt });
  }
  markIfComplete(world, key);
}
