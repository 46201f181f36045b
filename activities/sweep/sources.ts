import type { Source } from '../../src/domain/sweep/record.js';
import { bills } from './sources/bills.js';
import { debits } from './sources/debits.js';
import { mandates } from './sources/mandates.js';
import { refunds } from './sources/refunds.js';
import { paycodes } from './sources/paycodes.js';
import type { SourceReader } from './sources/source.js';
import { type OwnerFinder, transactions } from './sources/transactions.js';
import { transfers } from './sources/transfers.js';

type Reads = Parameters<typeof transactions>[0] &
  Parameters<typeof transfers>[0] &
  Parameters<typeof refunds>[0] &
  Parameters<typeof mandates>[0] &
  Parameters<typeof debits>[0] &
  Parameters<typeof bills>[0] &
  Parameters<typeof paycodes>[0];

/** How a sweep reads each kind of the gateway's records. */
export function createSources(gateway: Reads, { findOwner }: OwnerFinder): Record<Source, SourceReader> {
  return {
    transactions: transactions(gateway, findOwner),
    transfers: transfers(gateway),
    refunds: refunds(gateway),
    mandates: mandates(gateway),
    debits: debits(gateway),
    bills: bills(gateway),
    paycodes: paycodes(gateway),
  };
}
