import type { Scene } from './scene.js';
import { expired } from './scenes/expired.js';
import { hostedPage } from './scenes/hosted-page.js';
import { paidLate } from './scenes/paid-late.js';
import { toppedUp } from './scenes/topped-up.js';
import { virtualAccount } from './scenes/virtual-account.js';
import { workerKilled } from './scenes/worker-killed.js';

/** In the order in which they are played. The one that moves the gateway's clock is the last. */
export const SCENES: readonly Scene[] = [
  hostedPage,
  virtualAccount,
  workerKilled,
  toppedUp,
  paidLate,
  expired,
];
