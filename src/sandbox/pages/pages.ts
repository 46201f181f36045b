import { type OwnRoute } from '../http/route.js';
import { ASSETS } from './assets.js';
import { CHECKOUT } from './checkout.js';
import { CLOCK_PAGE } from './clock.js';
import { CONTROL_ROOM } from './control-room.js';
import { INBOX } from './inbox.js';
import { ISSUER } from './issuer.js';
import { MANDATE_PAGE } from './mandate.js';
import { SIMULATOR } from './simulator.js';

/** What people see in a browser. Every page works without scripts. */
export const PAGES: readonly OwnRoute[] = [
  ...ASSETS,
  ...CONTROL_ROOM,
  ...CLOCK_PAGE,
  ...CHECKOUT,
  ...SIMULATOR,
  ...ISSUER,
  ...MANDATE_PAGE,
  ...INBOX,
];
