import { sendEvent } from '../events/deliveries.js';
import { disbursementEvent } from '../events/disbursement.js';
import { accounts, type Line } from '../money/ledger.js';
import { postWalletEntry, walletBalance } from '../money/wallet.js';
import { merchantById } from '../people/merchants.js';
import { courseOf, USUAL_COURSE } from '../people/scenario-accounts.js';
import { type Transfer } from '../types/transfer.js';
import { type World } from '../world.js';
import { markIfComplete } from './batch-status.js';

const ASYNC_MS = 2_000;

/** Runs inside a commit: debits the wallet; the destination's bank decides the outcome. */
export function sendMoney(world: World, transfer: Transfer): Transfer {
  if (transfer.flaw !== null) {
    return conclude(world, transfer, { recorded: 'FAILED', description: transfer.flaw });
  }
  const totalKobo = transfer.amountKobo + transfer.feeKobo;
  if (walletBalance(world, transfer.merchantId) < totalKobo) {
    return conclude(world, transfer, { recorded: 'FAILED', description: 'Insufficient balance in wallet' });
  }
  changeWallet(world, transfer, 'transfer-sent', [
    { account: accounts.wallet(transfer.merchantId), amountKobo: -totalKobo },
    { account: accounts.transit(transfer.merchantId), amountKobo: totalKobo },
  ]);
  const course = courseOf(transfer.destination.accountNumber);
  const afterMs = course.afterMs === 0 && transfer.async ? ASYNC_MS : course.afterMs;
  if (afterMs === 0) return decide(world, transfer);
  if (course.end === 'REVERSED') {
    schedule(world, transfer, afterMs);
    return arrive(world, transfer);
  }
  schedule(world, transfer, afterMs);
  const waiting: Transfer = {
    ...transfer,
    recorded: course.seemsFailed ? 'FAILED' : 'PENDING',
    description: course.seemsFailed ? course.message : 'Processing in progress',
  };
  world.transfers.put(waiting);
  return waiting;
}

/** Runs inside a commit: decides a transfer when it is due. */
export function decideTransfer(world: World, key: string): void {
  const transfer = world.transfers.get(key);
  if (!transfer) return;
  if (transfer.recorded === 'SUCCESS') reverse(world, transfer);
  else decide(world, transfer);
  if (transfer.batchKey !== null) markIfComplete(world, transfer.batchKey);
}

function decide(world: World, transfer: Transfer): Transfer {
  const { end, message } = courseOf(transfer.destination.accountNumber);
  if (end !== 'FAILED') return arrive(world, transfer);
  const totalKobo = transfer.amountKobo + transfer.feeKobo;
  changeWallet(world, transfer, 'transfer-failed', [
    { account: accounts.transit(transfer.merchantId), amountKobo: -totalKobo },
    { account: accounts.wallet(transfer.merchantId), amountKobo: totalKobo },
  ]);
  return conclude(world, transfer, { recorded: 'FAILED', description: message });
}

function arrive(world: World, transfer: Transfer): Transfer {
  const { bankCode, accountNumber } = transfer.destination;
  world.ledger.post({
    at: world.clock.now(),
    cause: 'transfer-arrived',
    reference: transfer.reference,
    lines: [
      {
        account: accounts.transit(transfer.merchantId),
        amountKobo: -(transfer.amountKobo + transfer.feeKobo),
      },
      { account: accounts.bank(bankCode, accountNumber), amountKobo: transfer.amountKobo },
      { account: accounts.fees, amountKobo: transfer.feeKobo },
    ],
  });
  return conclude(world, transfer, { recorded: 'SUCCESS', description: USUAL_COURSE.message });
}

/** Runs inside a commit: the destination bank returns the money after it had accepted it. */
function reverse(world: World, transfer: Transfer): void {
  const { bankCode, accountNumber } = transfer.destination;
  const feeKobo = courseOf(accountNumber).keepsFee ? 0 : transfer.feeKobo;
  changeWallet(world, transfer, 'transfer-reversed', [
    { account: accounts.bank(bankCode, accountNumber), amountKobo: -transfer.amountKobo },
    { account: accounts.fees, amountKobo: -feeKobo },
    { account: accounts.wallet(transfer.merchantId), amountKobo: transfer.amountKobo + feeKobo },
  ]);
  conclude(world, transfer, { recorded: 'REVERSED', description: 'Transaction reversed' });
}

function conclude(
  world: World,
  transfer: Transfer,
  end: Pick<Transfer, 'recorded' | 'description'>,
): Transfer {
  const ended: Transfer = { ...transfer, ...end, otp: null, completedAt: world.clock.now() };
  world.transfers.put(ended);
  sendEvent(world, merchantById(world, transfer.merchantId), disbursementEvent(ended));
  return ended;
}

function changeWallet(world: World, transfer: Transfer, cause: string, lines: readonly Line[]): void {
  const { merchantId, reference, narration } = transfer;
  postWalletEntry(world, merchantById(world, merchantId), { cause, reference, narration, lines });
}

function schedule({ agenda, clock }: World, { key }: Transfer, afterMs: number): void {
  agenda.add({ kind: 'decide-transfer', subject: key, dueAt: clock.now() + afterMs });
}
