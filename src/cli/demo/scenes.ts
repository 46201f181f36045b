import type { Scene } from './scene.js';
import { cardDeclined } from './scenes/card-declined.js';
import { cardOtp } from './scenes/card-otp.js';
import { cardPaid } from './scenes/card-paid.js';
import { cardThreeDs } from './scenes/card-secure-3d.js';
import { expired } from './scenes/expired.js';
import { hostedPage } from './scenes/hosted-page.js';
import { invoiceCancelled } from './scenes/invoice-cancelled.js';
import { invoiceCash } from './scenes/invoice-cash.js';
import { invoicePaid } from './scenes/invoice-paid.js';
import { paidLate } from './scenes/paid-late.js';
import { reservedAccount } from './scenes/reserved-account.js';
import { toppedUp } from './scenes/topped-up.js';
import { virtualAccount } from './scenes/virtual-account.js';
import { workerKilled } from './scenes/worker-killed.js';

/** In the order in which they are played. The one that moves the gateway's clock is the last. */
export const SCENES: readonly Scene[] = [
  hostedPage,
  virtualAccount,
  cardPaid,
  cardOtp,
  cardThreeDs,
  cardDeclined,
  workerKilled,
  toppedUp,
  paidLate,
  invoicePaid,
  invoiceCash,
  invoiceCancelled,
  reservedAccount,
  expired,
];
