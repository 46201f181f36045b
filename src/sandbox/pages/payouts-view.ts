import { batchProgress, batchStatus, rowStatus } from '../payouts/batch-status.js';
import { bankName } from '../people/banks.js';
import { statusWord } from '../people/scenario-accounts.js';
import { type Batch } from '../types/batch.js';
import { type Transfer } from '../types/transfer.js';
import { localText } from '../wire/times.js';
import { type World } from '../world.js';
import { html, type Html, table } from './html.js';
import { naira } from './naira.js';

const SHOWN = 20;

/** The latest transfers and batches, as a person at the gateway sees them. */
export function payoutSection(world: World): Html {
  const transfers = latest(world.transfers.values());
  const batches = latest(world.batches.values());
  return html`
    <h2>Transfers and batches</h2>
    ${
      transfers.length === 0
        ? html`<p>No transfers yet.</p>`
        : table(
            'Latest transfers',
            ['When', 'Reference', 'State', { amounts: 'Amount' }, 'Beneficiary'],
            transfers.map((transfer) => transferRow(world, transfer)),
          )
    }
    ${
      batches.length > 0 &&
      table(
        'Latest batches',
        ['When', 'Reference', 'State', 'Rows decided', { amounts: 'Amount' }, { amounts: 'Fees' }],
        batches.map((batch) => batchRow(world, batch)),
      )
    }
  `;
}

function latest<T>(records: Iterable<T>): T[] {
  return [...records].slice(-SHOWN).reverse();
}

function transferRow(world: World, transfer: Transfer) {
  const { createdAt, reference, amountKobo, destination } = transfer;
  return [
    html`<time>${localText(createdAt)}</time>`,
    reference,
    statusWord(destination.accountNumber, rowStatus(world, transfer)),
    naira(amountKobo),
    `******${destination.accountNumber.slice(-4)}, ${bankName(destination.bankCode)}`,
  ];
}

function batchRow(world: World, batch: Batch) {
  const { decided, count } = batchProgress(world, batch);
  return [
    html`<time>${localText(batch.createdAt)}</time>`,
    batch.batchReference,
    batchStatus(batch, world.clock.now()),
    `${decided} of ${count}`,
    naira(batch.amountKobo),
    naira(batch.feeKobo),
  ];
}
