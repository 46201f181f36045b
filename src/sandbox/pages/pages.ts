import { type OwnRoute } from '../http/route.js';
import { ASSETS } from './assets.js';
import { CHECKOUT } from './checkout.js';
import { SIMULATOR } from './simulator.js';

export const PAGES: readonly OwnRoute[] = [...ASSETS, ...CHECKOUT, ...SIMULATOR];
