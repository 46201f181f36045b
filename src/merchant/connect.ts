import { Client, Connection } from '@temporalio/client';
import { settlements as SETTLEMENT, walletDays as WALLET_DAY } from '../../workflows/lifecycles.js';
import { createOwareClient, type OwareClient } from '../client/client.js';
import { InProgressError, UnavailableError } from '../client/errors.js';
import { createCache } from '../requests/cache.js';
import { Problem } from '../requests/problem.js';
import type { ReadSubAccounts } from '../requests/split-check.js';
import { createDataConverter } from '../secrets/data-converter.js';
import { createMandates, createReservedAccounts, createSubscriptions } from './accounts.js';
import { createCharges, createCheckouts, createInvoices } from './collections.js';
import { fromProblem } from './error.js';
import { type ApiAddress, createPost } from './http.js';
import { createReads } from './lifecycle.js';
import type { Oware } from './oware.js';
import { createBatches, createBills, createPaycodes, createTransfers } from './payouts.js';
import { createRefunds } from './refunds.js';

/** Certificates in PEM. */
export interface Tls {
  readonly serverName?: string;
  /** Of the authority that signed the server's certificate, where Node.js does not know it. */
  readonly ca?: Uint8Array;
  /** The client's own, for mutual TLS. */
  readonly certificate?: Uint8Array;
  readonly key?: Uint8Array;
}

export interface ConnectOptions {
  /** Of Temporal; `127.0.0.1:7233` unless given. */
  readonly address?: string;
  /** `default` unless given. */
  readonly namespace?: string;
  readonly tls?: boolean | Tls;
  /** Of Temporal Cloud. */
  readonly apiKey?: string;
  /** `OWARE_TASK_QUEUE` of the workers; `oware` unless given. */
  readonly taskQueue?: string;
  /** `OWARE_CUSTOMER_HASH_KEY` of the api and the workers: lists can then be narrowed to a customer. */
  readonly customerHashKey?: string;
  /** For cards, OTPs and decisions, which must not pass through Temporal. */
  readonly api?: ApiAddress;
  /** How long a call waits for a lifecycle; ten seconds unless given. */
  readonly timeoutMs?: number;
}

/** Connects to Temporal. The workers, and the api where it is needed, run elsewhere. */
export async function connect(options: ConnectOptions = {}): Promise<Oware> {
  const { address = '127.0.0.1:7233', namespace = 'default', apiKey, tls, timeoutMs = 10_000 } = options;
  const connection = await Connection.connect({
    address,
    connectTimeout: timeoutMs,
    ...(apiKey !== undefined && { apiKey }),
    ...(tls !== undefined && { tls: toTemporalTls(tls) }),
  }).catch((error: unknown) => {
    throw fromProblem(new Problem('unavailable', `Temporal at ${address} did not answer.`), { cause: error });
  });
  const client = new Client({ connection, namespace, dataConverter: createDataConverter() });
  const { taskQueue = 'oware', customerHashKey, api } = options;
  const oware = createOwareClient({ client, taskQueue, customerHashKey, timeoutMs });
  const deps = { oware, post: createPost(api), readSubAccounts: createSubAccounts(oware) };
  return {
    batches: createBatches(deps),
    bills: createBills(deps),
    charges: createCharges(deps),
    checkouts: createCheckouts(deps),
    invoices: createInvoices(deps),
    mandates: createMandates(deps),
    paycodes: createPaycodes(deps),
    refunds: createRefunds(deps),
    reservedAccounts: createReservedAccounts(deps),
    settlements: createReads(deps, { kind: SETTLEMENT, client: oware.settlements }),
    subscriptions: createSubscriptions(deps),
    transfers: createTransfers(deps),
    walletDays: createReads(deps, { kind: WALLET_DAY, client: oware.walletDays }),
    close: () => connection.close(),
  };
}

function toTemporalTls(tls: boolean | Tls) {
  if (typeof tls === 'boolean') return tls;
  const { serverName, ca, certificate, key } = tls;
  return {
    ...(serverName !== undefined && { serverNameOverride: serverName }),
    ...(ca && { serverRootCACertificate: Buffer.from(ca) }),
    ...(certificate && key && { clientCertPair: { crt: Buffer.from(certificate), key: Buffer.from(key) } }),
  };
}

const SUB_ACCOUNTS_KEPT_MS = 3_600_000;

/** The gateway's sub-accounts, kept for an hour: each read is a workflow. */
function createSubAccounts({ readFromGateway }: OwareClient): ReadSubAccounts {
  const cache = createCache<Awaited<ReturnType<ReadSubAccounts>>>(SUB_ACCOUNTS_KEPT_MS);
  const read = async () => {
    const answer = await readFromGateway('listSubAccounts', {});
    return answer.kind === 'ok' ? answer.body : undefined;
  };
  return ({ isFresh } = { isFresh: false }) =>
    cache('', read, isFresh).catch((error: unknown) => {
      // the gateway checks the codes too
      if (error instanceof InProgressError || error instanceof UnavailableError) return undefined;
      throw error;
    });
}
