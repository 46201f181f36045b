import { badge, emptyState, type Tone } from '../../../pages/parts.js';
import { type Call, own, type OwnRoute } from '../../http/route.js';
import { batchProgress, batchStatus, rowStatus } from '../../payouts/batch-status.js';
import { bankName } from '../../people/banks.js';
import { statusWord } from '../../people/scenario-accounts.js';
import { type Batch } from '../../types/batch.js';
import { type Transfer } from '../../types/transfer.js';
import { localText } from '../../wire/times.js';
import { type World } from '../../world.js';
import { html, type Html, type Page, table } from '../html.js';
import { naira } from '../naira.js';
import { dashboardPage } from './tab.js';

const SHOWN = 20;

export const PAYOUTS_TAB: readonly OwnRoute[] = [own('GET /dashboard/payouts', show)];

/** The latest transfers and batches, as a person at the gateway sees them. */
function show({ world }: Call): Page {
  const transfers = latest(world.transfers.values());
  const batches = latest(world.batches.values());
  return dashboardPage(
    'Payouts',
    html`
      ${
        transfers.length === 0
          ? emptyState(
              'No transfers yet.',
              'Create a transfer or a batch through the API, and it appears here.',
            )
          : html`<div class="card">
              ${table(
                'Latest transfers',
                ['Time', 'Reference', 'State', { amounts: 'Amount' }, 'Beneficiary'],
                transfers.map((transfer) => transferRow(world, transfer)),
              )}
            </div>`
      }
      ${
        batches.length > 0 &&
        html`<div class="card">
          ${table(
            'Latest batches',
            ['Time', 'Reference', 'State', 'Rows decided', { amounts: 'Amount' }, { amounts: 'Fees' }],
            batches.map((batch) => batchRow(world, batch)),
          )}
        </div>`
      }
    `,
  );
}

const TONES: Readonly<Record<string, Tone>> = {
  SUCCESS: 'good',
  COMPLETED: 'good',
  FAILED: 'bad',
  REVERSED: 'bad',
  EXPIRED: 'neutral',
};

const stateBadge = (state: string): Html => badge(TONES[state] ?? 'info', state);

function latest<T>(records: Iterable<T>): T[] {
  return [...records].slice(-SHOWN).reverse();
}

function transferRow(world: World, transfer: Transfer) {
  const { createdAt, reference, amountKobo, destination } = transfer;
  return [
    html`<time>${localText(createdAt)}</time>`,
    reference,
    stateBadge(statusWord(destination.accountNumber, rowStatus(world, transfer))),
    naira(amountKobo),
    `******${destination.accountNumber.slice(-4)}, ${bankName(destination.bankCode)}`,
  ];
}

function batchRow(world: World, batch: Batch) {
  const { decided, count } = batchProgress(world, batch);
  return [
    html`<time>${localText(batch.createdAt)}</time>`,
    batch.batchReference,
    stateBadge(batchStatus(batch, world.clock.now())),
    `${decided} of ${count}`,
    naira(batch.amountKobo),
    naira(batch.feeKobo),
  ];
}
