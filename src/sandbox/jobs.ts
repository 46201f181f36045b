import { decideRefund } from './collections/refunds.js';
import { dailyRun } from './collections/settlements.js';
import { decideDebit } from './direct-debit/debits.js';
import { activate, cancelNow, endMandate, endUnauthorized, instruct } from './direct-debit/mandates.js';
import { deliver } from './events/deliver.js';
import { queueOf } from './events/deliveries.js';
import { processBatch } from './payouts/batches.js';
import { productOf } from './payouts/billers.js';
import { decideBill } from './payouts/bills.js';
import { decideTransfer } from './payouts/move-out.js';
import { expirePaycode } from './payouts/paycodes.js';
import { type Runner } from './state/agenda.js';
import { type World } from './world.js';

/** The runner of each kind of scheduled job. */
export function jobsOf(world: () => World): Readonly<Record<string, Runner>> {
  const inCommit = (run: (world: World, subject: string) => void): Runner => ({
    inCommit: (subject) => run(world(), subject),
  });
  return {
    deliver: {
      overNetwork: (subject, done) => deliver(world(), subject, done),
      laneOf: (subject) => queueOf(world(), subject),
    },
    'settlement-run': inCommit(dailyRun),
    'decide-transfer': inCommit(decideTransfer),
    'process-batch': inCommit(processBatch),
    'decide-refund': inCommit(decideRefund),
    'decide-debit': inCommit(decideDebit),
    'decide-bill': inCommit((world, key) => decideBill(world, key, productOf)),
    'expire-paycode': inCommit(expirePaycode),
    'mandate-instructed': inCommit(instruct),
    'mandate-activated': inCommit(activate),
    'mandate-unauthorized': inCommit(endUnauthorized),
    'mandate-ended': inCommit(endMandate),
    'mandate-cancelled': inCommit(cancelNow),
  };
}
