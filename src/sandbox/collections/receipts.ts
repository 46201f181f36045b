import { type IncomingTransfer, type Receipt } from '../types/receipt.js';
import { type World } from '../world.js';
import { receiveTransfer } from './bank-transfers.js';

const REMEMBERED = 200;

/** Runs inside a commit: the payer sends a transfer from the bank simulator. */
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
