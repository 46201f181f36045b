import { topUpWallet } from '../payouts/customer-wallets.js';
import { bankName, bankOf } from '../people/banks.js';
import { type IncomingTransfer, type TransferOutcome } from '../types/receipt.js';
import { type AccountPayment } from '../types/transaction.js';
import { sessionId } from '../wire/references.js';
import { type World } from '../world.js';
import { payTransaction } from './pay-transaction.js';
import { creditReservedAccount } from './reserved-credits.js';
import { refused } from './transfer-outcome.js';

/** Runs inside a commit. A refused transfer posts no entry: the money never leaves the payer. */
export function receiveTransfer(world: World, transfer: IncomingTransfer): TransferOutcome {
  const account = world.virtualAccounts.get(transfer.accountNumber);
  if (account?.bankCode !== transfer.bankCode) {
    return refused(`${bankName(transfer.bankCode)} has no account ${transfer.accountNumber}`);
  }
  if (transfer.amountKobo === 0) return refused('The amount is zero');
  const arrival = { account, payment: toPayment(world, transfer) };
  const unused = refused(`Account ${transfer.accountNumber} is not in use`);
  switch (account.owner.kind) {
    case 'transaction': {
      const transaction = world.transactions.get(account.owner.key);
      return transaction ? payTransaction(world, transaction, arrival) : unused;
    }
    case 'reserved-account': {
      const reserved = world.reservedAccounts.get(account.owner.key);
      return reserved ? creditReservedAccount(world, reserved, arrival) : unused;
    }
    case 'customer-wallet': {
      const wallet = world.customerWallets.get(account.owner.key);
      return wallet ? topUpWallet(world, wallet, arrival) : unused;
    }
  }
}

function toPayment(world: World, { payer, amountKobo }: IncomingTransfer): AccountPayment {
  const nipCode = bankOf(payer.bankCode)?.nipCode ?? '000000';
  return { from: payer, amountKobo, sessionId: sessionId(world, nipCode), at: world.clock.now() };
}
