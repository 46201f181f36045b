import { type IncomingHttpHeaders } from 'node:http';
import { type Merchant } from '../types/merchant.js';
import { type World } from '../world.js';
import { type Fields } from './fields.js';
import { type ListingFault } from './listing.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The request that handlers get. */
export interface Call {
  readonly world: World;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Fields;
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
  /** Listing faults that apply to it. */
  readonly listing?: ListingFault;
}

/** A request authenticated as a merchant. */
export interface MerchantCall extends Call {
  readonly merchant: Merchant;
}

/**
 * An endpoint of the contract. Handlers are synchronous and run inside one commit: the return value is the response
 * body, and a throw rolls back. A refusal that must keep changes, such as counting a wrong code, is returned.
 */
export interface Route {
  readonly endpoint: string;
  readonly method: Method;
  readonly path: string;
  readonly handler: (call: MerchantCall) => unknown;
  /** The envelope, where it is not the usual one. */
  readonly form?: 'paycode';
}

/** A route of the control API or a page. One with `steps` makes its own commits. */
export type OwnRoute = { readonly method: Method; readonly path: string } & (
  { readonly handler: (call: Call) => unknown } | { readonly steps: (call: Call) => Promise<unknown> }
);

/** Transfers and batches have their own error codes. */
export const isPayout = ({ path }: Route): boolean => path.startsWith('/api/v2/disbursements');

/** Helpers to write the routes of a group as a table. */
export const route = (
  endpoint: string,
  address: `${Method} /${string}`,
  handler: Route['handler'],
): Route => ({ ...addressOf(address), endpoint, handler });

export const own = (address: `${Method} /${string}`, handler: (call: Call) => unknown): OwnRoute => ({
  ...addressOf(address),
  handler,
});

export const ownSteps = (
  address: `${Method} /${string}`,
  steps: (call: Call) => Promise<unknown>,
): OwnRoute => ({ ...addressOf(address), steps });

function addressOf(address: string): { method: Method; path: string } {
  const [method, path = ''] = address.split(' ');
  return { method: method as Method, path };
}
