import { type Route } from './http/route.js';
import { AUTH_ROUTES } from './routes/auth.js';
import { BANK_ROUTES } from './routes/banks.js';
import { BATCH_ROUTES } from './routes/batches.js';
import { BILL_ROUTES } from './routes/bills.js';
import { CARD_ROUTES } from './routes/cards.js';
import { INVOICE_ROUTES } from './routes/invoices.js';
import { LIMIT_PROFILE_ROUTES } from './routes/limit-profiles.js';
import { MANDATE_ROUTES } from './routes/mandates.js';
import { NOTIFICATION_ROUTES } from './routes/notifications.js';
import { PAYCODE_ROUTES } from './routes/paycodes.js';
import { REFUND_ROUTES } from './routes/refunds.js';
import { RESERVED_ACCOUNT_SETTING_ROUTES } from './routes/reserved-account-settings.js';
import { RESERVED_ACCOUNT_ROUTES } from './routes/reserved-accounts.js';
import { SETTLEMENT_ROUTES } from './routes/settlements.js';
import { SUB_ACCOUNT_ROUTES } from './routes/sub-accounts.js';
import { TRANSACTION_ROUTES } from './routes/transactions.js';
import { TRANSFER_ROUTES } from './routes/transfers.js';
import { VERIFICATION_ROUTES } from './routes/verification.js';
import { WALLET_ROUTES } from './routes/wallets.js';

/** Every gateway endpoint that the sandbox serves, by its name in the contract. */
export const SANDBOX_ROUTES: readonly Route[] = [
  ...AUTH_ROUTES,
  ...TRANSACTION_ROUTES,
  ...CARD_ROUTES,
  ...TRANSFER_ROUTES,
  ...BATCH_ROUTES,
  ...BANK_ROUTES,
  ...RESERVED_ACCOUNT_ROUTES,
  ...RESERVED_ACCOUNT_SETTING_ROUTES,
  ...LIMIT_PROFILE_ROUTES,
  ...INVOICE_ROUTES,
  ...SUB_ACCOUNT_ROUTES,
  ...REFUND_ROUTES,
  ...SETTLEMENT_ROUTES,
  ...MANDATE_ROUTES,
  ...VERIFICATION_ROUTES,
  ...BILL_ROUTES,
  ...WALLET_ROUTES,
  ...PAYCODE_ROUTES,
  ...NOTIFICATION_ROUTES,
];

export function sandboxCoverage(): string[] {
  return SANDBOX_ROUTES.map((route) => route.endpoint);
}
