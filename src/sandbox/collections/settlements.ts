import { sendEvent } from '../events/deliveries.js';
import { settlementEvent } from '../events/settlement.js';
import { accounts } from '../money/ledger.js';
import { postWalletEntry } from '../money/wallet.js';
import { keyOf } from '../types/key.js';
import { type Merchant } from '../types/merchant.js';
import { type Settlement } from '../types/settlement.js';
import { type Transaction } from '../types/transaction.js';
import { longReference } from '../wire/references.js';
import { type World } from '../world.js';

const DAY_MS = 86_400_000;
/** Six in the morning in Lagos. */
const RUN_AT_MS = 5 * 3_600_000;

export function nextRunAfter(now: number): number {
  return (Math.floor((now - RUN_AT_MS) / DAY_MS) + 1) * DAY_MS + RUN_AT_MS;
}

/** Runs inside a commit: the daily run, which also schedules the next one. */
export function dailyRun(world: World): void {
  runSettlements(world, isSettledDaily);
  scheduleNextRun(world);
}

/** A state file of an earlier version does not have the switch. */
function isSettledDaily({ switches }: { readonly switches: { readonly settlesDaily?: boolean } }): boolean {
  return switches.settlesDaily !== false;
}

export function scheduleNextRun({ agenda, clock }: World): void {
  agenda.add({ kind: 'settlement-run', subject: 'daily', dueAt: nextRunAfter(clock.now()) });
}

/** Runs inside a commit: settles everything collected and not yet settled. */
export function runSettlements(
  world: World,
  isWanted: (merchant: Merchant) => boolean = () => true,
): Settlement[] {
  for (const subAccount of world.subAccounts.values()) settleSubAccount(world, subAccount);
  return [...world.merchants.values()]
    .filter(isWanted)
    .flatMap((merchant) => settleMerchant(world, merchant));
}

function settleMerchant(world: World, merchant: Merchant): Settlement[] {
  const transactions = [...world.transactions.filter('unsettled', merchant.id)];
  const amountKobo = transactions.reduce((sum, one) => sum + one.netKobo - one.settledKobo, 0);
  if (amountKobo === 0) return [];
  const settlement: Settlement = {
    reference: longReference(world),
    merchantId: merchant.id,
    amountKobo,
    count: transactions.length,
    to: merchant.switches.settlesTo,
    at: world.clock.now(),
  };
  world.settlements.put(settlement);
  const settled = transactions.map((one) => settle(world, one, settlement));
  const { at, reference } = settlement;
  const lines = [
    { account: accounts.collected(merchant.id), amountKobo: -amountKobo },
    { account: targetOf(merchant), amountKobo },
  ];
  if (settlement.to === 'BANK') world.ledger.post({ at, cause: 'settlement', reference, lines });
  else postWalletEntry(world, merchant, { cause: 'settlement', reference, narration: 'Settlement', lines });
  sendEvent(world, merchant, settlementEvent(settlement, merchant, settled));
  return [settlement];
}

function settle(world: World, transaction: Transaction, { reference }: Settlement): Transaction {
  const { transactionReference, netKobo, settledKobo } = transaction;
  const settled = { ...transaction, settledKobo: netKobo };
  world.transactions.put(settled);
  world.settlementRows.put({
    key: keyOf(reference, transactionReference),
    settlementReference: reference,
    transactionReference,
    amountKobo: netKobo - settledKobo,
  });
  return settled;
}

function targetOf({ id, switches, settlementAccount }: Merchant): string {
  if (switches.settlesTo === 'WALLET') return accounts.wallet(id);
  return accounts.bank(settlementAccount.bankCode, settlementAccount.accountNumber);
}

function settleSubAccount(
  { ledger, clock }: World,
  { code, bankCode, accountNumber }: { code: string; bankCode: string; accountNumber: string },
): void {
  const amountKobo = ledger.balance(accounts.subAccount(code));
  ledger.post({
    at: clock.now(),
    cause: 'settlement',
    reference: code,
    lines: [
      { account: accounts.subAccount(code), amountKobo: -amountKobo },
      { account: accounts.bank(bankCode, accountNumber), amountKobo },
    ],
  });
}
