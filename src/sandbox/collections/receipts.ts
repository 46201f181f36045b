import { type IncomingTransfer, receiveTransfer } from './bank-transfers.js';
import { type TransferOutcome } from './transfer-outcome.js';
import { type World } from '../world.js';

/** What the bank simulator tells the payer after a transfer, whether it went or not. */
export interface Receipt extends IncomingTransfer {
  readonly id: string;
  readonly at: number;
  readonly outcome: TransferOutcome;
}

const REMEMBERED = 200;

/** Inside of a commit: the payer presses send. */
export function sendFromBank(world: World, transfer: IncomingTransfer): Receipt {
  const receipt: Receipt = {
    ...transfer,
    id: `R${String(world.store.next('receipt')).padStart(6, '0')}`,
    at: world.clock.now(),
    outcome: receiveTransfer(world, transfer),
  };
  world.receipts.put(receipt);
  const [oldest] = world.receipts.values();
  if (oldest && world.receipts.size > REMEMBERED) world.receipts.delete(oldest.id);
  return receipt;
}
