import { BATCHES } from './batches.js';
import { BILLS_CASES, WALLETS_AND_PAYCODES } from './bills-wallets-and-paycodes.js';
import { CARDS } from './cards.js';
import type { ContractCases } from './case.js';
import { INVOICES } from './invoices.js';
import { LIMIT_PROFILES_AND_VERIFICATION } from './limit-profiles-and-verification.js';
import { MANDATES } from './mandates.js';
import { REFUNDS_AND_SETTLEMENTS } from './refunds-and-settlements.js';
import { RESERVED_ACCOUNTS } from './reserved-accounts.js';
import { SUB_ACCOUNTS_AND_BANKS } from './sub-accounts-and-banks.js';
import { TRANSACTIONS } from './transactions.js';
import { TRANSFERS } from './transfers.js';

/** The whole contract as examples; an endpoint without one does not compile. */
export const CASES: ContractCases = {
  ...TRANSACTIONS,
  ...CARDS,
  ...TRANSFERS,
  ...BATCHES,
  ...RESERVED_ACCOUNTS,
  ...INVOICES,
  ...MANDATES,
  ...SUB_ACCOUNTS_AND_BANKS,
  ...REFUNDS_AND_SETTLEMENTS,
  ...LIMIT_PROFILES_AND_VERIFICATION,
  ...BILLS_CASES,
  ...WALLETS_AND_PAYCODES,
};
