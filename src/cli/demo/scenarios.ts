import type { Scenario } from './scenario.js';
import { batch } from './scenarios/batch.js';
import { bill } from './scenarios/bill.js';
import { cardDeclined } from './scenarios/card-declined.js';
import { cardOtp } from './scenarios/card-otp.js';
import { cardPaid } from './scenarios/card-paid.js';
import { cardThreeDs } from './scenarios/card-3ds.js';
import { expired } from './scenarios/expired.js';
import { hostedPage } from './scenarios/hosted-page.js';
import { invoiceCancelled } from './scenarios/invoice-cancelled.js';
import { invoiceCash } from './scenarios/invoice-cash.js';
import { invoicePaid } from './scenarios/invoice-paid.js';
import { mandate } from './scenarios/mandate.js';
import { paidLate } from './scenarios/paid-late.js';
import { paycode } from './scenarios/paycode.js';
import { refund } from './scenarios/refund.js';
import { reservedAccount } from './scenarios/reserved-account.js';
import { subscription } from './scenarios/subscription.js';
import { tokenCharge } from './scenarios/token-charge.js';
import { settlement } from './scenarios/settlement.js';
import { toppedUp } from './scenarios/topped-up.js';
import { transferApproved } from './scenarios/transfer-approved.js';
import { transferFailed } from './scenarios/transfer-failed.js';
import { transferOtp } from './scenarios/transfer-otp.js';
import { virtualAccount } from './scenarios/virtual-account.js';
import { workerKilled } from './scenarios/worker-killed.js';

/** In order of execution. The scenarios that move the sandbox's clock are the last. */
export const SCENARIOS: readonly Scenario[] = [
  hostedPage,
  virtualAccount,
  cardPaid,
  cardOtp,
  cardThreeDs,
  cardDeclined,
  tokenCharge,
  workerKilled,
  toppedUp,
  paidLate,
  invoicePaid,
  invoiceCash,
  invoiceCancelled,
  reservedAccount,
  transferOtp,
  transferApproved,
  batch,
  mandate,
  bill,
  paycode,
  expired,
  refund,
  subscription,
  transferFailed,
  settlement,
];
