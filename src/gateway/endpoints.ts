import * as banks from './endpoints/banks.js';
import * as batches from './endpoints/batches.js';
import * as bills from './endpoints/bills.js';
import * as cards from './endpoints/cards.js';
import * as invoices from './endpoints/invoices.js';
import * as limitProfiles from './endpoints/limit-profiles.js';
import * as login from './endpoints/login.js';
import * as mandates from './endpoints/mandates.js';
import * as notifications from './endpoints/notifications.js';
import * as paycodes from './endpoints/paycodes.js';
import * as refunds from './endpoints/refunds.js';
import * as reservedAccountSettings from './endpoints/reserved-account-settings.js';
import * as reservedAccounts from './endpoints/reserved-accounts.js';
import * as settlements from './endpoints/settlements.js';
import * as subAccounts from './endpoints/sub-accounts.js';
import * as transactions from './endpoints/transactions.js';
import * as transfers from './endpoints/transfers.js';
import * as verification from './endpoints/verification.js';
import * as wallets from './endpoints/wallets.js';
import type { Endpoint } from './spec/endpoint.js';

/** Every endpoint of the gateway. The name of an endpoint is also the name of its activity, if it has one. */
export const ENDPOINTS = {
  ...login,
  ...transactions,
  ...cards,
  ...transfers,
  ...batches,
  ...reservedAccounts,
  ...reservedAccountSettings,
  ...invoices,
  ...mandates,
  ...subAccounts,
  ...banks,
  ...refunds,
  ...settlements,
  ...limitProfiles,
  ...verification,
  ...bills,
  ...wallets,
  ...paycodes,
  ...notifications,
};

export type Endpoints = typeof ENDPOINTS;
export type EndpointName = keyof Endpoints;

export function isEndpointName(text: string): text is EndpointName {
  return Object.hasOwn(ENDPOINTS, text);
}

/** By name: loaders differ in the order in which they list what a module exports. */
export function listEndpoints(): Endpoint[] {
  const all: readonly Endpoint[] = Object.values(ENDPOINTS);
  return all.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}
