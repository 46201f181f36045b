import { type Collection, type Store } from '../state/store.js';

/** One line of an entry: positive is a credit to the account, negative a debit. */
export interface Line {
  readonly account: string;
  readonly amountKobo: number;
}

/** A balanced ledger entry: its lines sum to zero. */
export interface Entry {
  readonly id: string;
  readonly at: number;
  readonly cause: string;
  readonly reference: string;
  readonly lines: readonly Line[];
}

interface Balance {
  readonly account: string;
  readonly balanceKobo: number;
}

export interface Audit {
  readonly balanced: boolean;
  readonly problems: readonly string[];
  readonly entryCount: number;
}

export interface Ledger {
  /** Runs inside a commit. Drops lines of zero; an entry without lines is not posted. */
  post(entry: Omit<Entry, 'id'>): void;
  balance(account: string): number;
  balances(): readonly Balance[];
  entries(filter?: { readonly account?: string; readonly reference?: string }): Entry[];
  /** Recomputes every balance from the entries. */
  audit(): Audit;
}

/** Ledger accounts. Customers' banks and cash are external: their balance goes below zero as money comes in. */
export const accounts = {
  bank: (bankCode: string, accountNumber: string) => `bank:${bankCode}:${accountNumber}`,
  virtual: (accountNumber: string) => `virtual:${accountNumber}`,
  wallet: (merchantId: string) => `wallet:${merchantId}`,
  /** Collected for a merchant, not yet settled. */
  collected: (merchantId: string) => `collected:${merchantId}`,
  card: (maskedPan: string) => `card:${maskedPan}`,
  subAccount: (code: string) => `sub-account:${code}`,
  customerWallet: (key: string) => `customer-wallet:${key}`,
  /** Debited from the wallet, not yet credited at the destination bank. */
  transit: (merchantId: string) => `transit:${merchantId}`,
  paycode: (key: string) => `paycode:${key}`,
  biller: (code: string) => `biller:${code}`,
  cash: 'cash',
  fees: 'fees',
  opening: 'opening',
} as const;

export function createLedger(store: Store): Ledger {
  const entries: Collection<Entry, 'reference'> = store.collection<Entry, 'reference'>('entries', {
    key: (entry) => entry.id,
    indexes: { reference: (entry) => entry.reference },
  });
  const balances = store.collection<Balance>('balances', (balance) => balance.account);
  const balance = (account: string): number => balances.get(account)?.balanceKobo ?? 0;

  return {
    post(entry) {
      const lines = entry.lines.filter((line) => line.amountKobo !== 0);
      if (lines.length === 0) return;
      refuseUnbalanced(entry);
      entries.put({ ...entry, lines, id: `E${String(store.next('entry')).padStart(8, '0')}` });
      for (const { account, amountKobo } of lines) {
        balances.put({ account, balanceKobo: balance(account) + amountKobo });
      }
    },
    balance,
    balances: () => [...balances.values()],
    entries({ account, reference } = {}) {
      const found = reference === undefined ? entries.values() : entries.filter('reference', reference);
      return [...found].filter((entry) => account === undefined || touches(entry, account));
    },
    audit: () => audit([...entries.values()], [...balances.values()]),
  };
}

function refuseUnbalanced({ cause, reference, lines }: Omit<Entry, 'id'>): void {
  const total = lines.reduce((sum, line) => sum + line.amountKobo, 0);
  if (total !== 0 || lines.some((line) => !Number.isSafeInteger(line.amountKobo))) {
    throw new Error(`Ledger entry ${cause} for ${reference} is out of balance by ${total} kobo`);
  }
}

function touches(entry: Entry, account: string): boolean {
  return entry.lines.some((line) => line.account === account);
}

function audit(entries: readonly Entry[], balances: readonly Balance[]): Audit {
  const problems: string[] = [];
  const counted = new Map<string, number>();
  for (const { id, lines } of entries) {
    const total = lines.reduce((sum, line) => sum + line.amountKobo, 0);
    if (total !== 0) problems.push(`entry ${id} is out of balance by ${total} kobo`);
    for (const { account, amountKobo } of lines) {
      counted.set(account, (counted.get(account) ?? 0) + amountKobo);
    }
  }
  for (const { account, balanceKobo } of balances) {
    const total = counted.get(account) ?? 0;
    if (total !== balanceKobo)
      problems.push(`account ${account} has a balance of ${balanceKobo} kobo, its entries sum to ${total}`);
  }
  return { balanced: problems.length === 0, problems, entryCount: entries.length };
}
