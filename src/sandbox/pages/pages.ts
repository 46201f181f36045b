import { type OwnRoute } from '../http/route.js';
import { ASSETS } from './assets.js';
import { CHECKOUT } from './checkout/checkout.js';
import { CLOCK_PAGE } from './clock.js';
import { DASHBOARD } from './dashboard/dashboard.js';
import { MESSAGE_INBOX } from './message-inbox.js';
import { ISSUER } from './issuer.js';
import { MANDATE_PAGE } from './mandate.js';
import { SIMULATOR } from './simulator.js';

/** All pages. Every page works without scripts. */
export const PAGES: readonly OwnRoute[] = [
  ...ASSETS,
  ...DASHBOARD,
  ...CLOCK_PAGE,
  ...CHECKOUT,
  ...SIMULATOR,
  ...ISSUER,
  ...MANDATE_PAGE,
  ...MESSAGE_INBOX,
];
