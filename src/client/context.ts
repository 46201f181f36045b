import type { Client } from '@temporalio/client';
import type { CustomerHash } from '../secrets/customer-hash.js';

/** The Temporal client, task queue and timeouts that every client function needs. */
export interface ClientContext {
  readonly client: Client;
  /** Signals open runs with the gateway's events: the same client, or one over a connection that costs less. */
  readonly signalClient: Client;
  readonly taskQueue: string;
  readonly timeoutMs: number;
  /** The first call of a read needs Temporal's server and no worker: it is given up sooner. */
  readonly readTimeoutMs: number;
  /** How long a gateway event may take to be accepted. */
  readonly eventTimeoutMs: number;
  /** Without a key, lifecycles are not listed by customer. */
  readonly hashCustomer?: CustomerHash | undefined;
  /** The version of the rules that a new lifecycle begins with; the first one unless given. */
  readonly rulesVersion?: number | undefined;
}
