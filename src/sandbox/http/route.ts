import { type IncomingHttpHeaders } from 'node:http';
import { type Merchant } from '../types/merchant.js';
import { type World } from '../world.js';
import { type Fields } from './fields.js';
import { type ListingFault } from './listing.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request as handlers see it. */
export interface Call {
  readonly world: World;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Fields;
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
  /** What faults have made of its pages. */
  readonly listing?: ListingFault;
}

/** A request whose token named a merchant. */
export interface MerchantCall extends Call {
  readonly merchant: Merchant;
}

/**
 * An endpoint of the contract. Handlers run inside of one commit and at once: what they return is the body of
 * the answer, and what they throw undoes all they did. A refusal that leaves a trace, such as a wrong code that
 * counts as a try, is returned.
 */
export interface Route {
  readonly endpoint: string;
  readonly method: Method;
  readonly path: string;
  readonly handler: (call: MerchantCall) => unknown;
  /** The envelope, unless the group has another. */
  readonly form?: 'paycode';
}

/** A route of the sandbox's own: its control interface, or a page. One that takes steps commits each by itself. */
export type OwnRoute = { readonly method: Method; readonly path: string } & (
  { readonly handler: (call: Call) => unknown } | { readonly steps: (call: Call) => Promise<unknown> }
);

/** Transfers and batches have codes of their own. */
export const isPayout = ({ path }: Route): boolean => path.startsWith('/api/v2/disbursements');

/** The whole of one noun's endpoints reads as a table with these. */
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
