import {
  type GatewayRead,
  type GatewayReadAnswer,
  type GatewayReadName,
  InProgressError,
  type OwareClient,
  UnavailableError,
} from '../client/client.js';
import { createCache } from '../requests/cache.js';
import { createBuckets } from './buckets.js';
import { Problem } from '../requests/problem.js';
import type { ReadSubAccounts } from '../requests/split-check.js';

export interface CacheTimes {
  readonly listsMs: number;
  readonly namesMs: number;
}

const DEFAULT_TIMES: CacheTimes = { listsMs: 3_600_000, namesMs: 600_000 };

/** Each read is a workflow, and the gateway has rate limits. */
const READS = { burst: 50, perSecond: 10 };

type BodyOf<Name extends GatewayReadName> = Extract<GatewayReadAnswer<Name>, { readonly kind: 'ok' }>['body'];

/** Which answers are kept: lists that seldom change, and names at banks. Nothing else, and no personal data but names. */
const KEPT: Readonly<Partial<Record<GatewayReadName, keyof CacheTimes>>> = {
  listBanks: 'listsMs',
  listUssdBanks: 'listsMs',
  listBillerCategories: 'listsMs',
  listBillers: 'listsMs',
  listBillerProducts: 'listsMs',
  listSubAccounts: 'listsMs',
  enquireName: 'namesMs',
};

export type GatewayReads = ReturnType<typeof createGatewayReads>;

/** Reads of the gateway through a worker, for routes. What seldom changes is kept in memory for a time. */
export function createGatewayReads(
  { readFromGateway }: Pick<OwareClient, 'readFromGateway'>,
  times: CacheTimes = DEFAULT_TIMES,
) {
  const caches = {
    listsMs: createCache<unknown>(times.listsMs),
    namesMs: createCache<unknown>(times.namesMs),
  };
  const buckets = createBuckets(READS);

  async function ask<Name extends GatewayReadName>(
    name: Name,
    request: GatewayRead<Name>['request'],
  ): Promise<BodyOf<Name>> {
    if (!buckets.take(''))
      throw new Problem('too-many-requests', 'Too many reads of the gateway. Retry later.');
    const answer = (await readFromGateway(name, request)) as {
      readonly kind: string;
      readonly message?: string;
      readonly body?: BodyOf<Name>;
    };
    if (answer.kind === 'ok') return answer.body as BodyOf<Name>;
    if (answer.kind === 'refused') throw new Problem('refused', answer.message ?? 'The gateway refused it.');
    throw new Problem('not-found', 'The gateway has no such record.');
  }

  /** The body of the reply; a refusal becomes a problem. `isFresh` reads past what is kept. */
  function read<Name extends GatewayReadName>(
    name: Name,
    request: GatewayRead<Name>['request'],
    { isFresh = false }: { readonly isFresh?: boolean } = {},
  ): Promise<BodyOf<Name>> {
    const kept = KEPT[name];
    if (!kept) return ask(name, request);
    const key = JSON.stringify([name, request]);
    return caches[kept](key, () => ask(name, request), isFresh) as Promise<BodyOf<Name>>;
  }

  /** For splits, which are checked before anything is sent. */
  const readSubAccounts: ReadSubAccounts = (options) =>
    read('listSubAccounts', {}, options).catch(unlessBroken);

  return { read, readSubAccounts };
}

/** The gateway did not answer, or refused the list. */
function unlessBroken(error: unknown): undefined {
  const isExpected =
    error instanceof Problem || error instanceof InProgressError || error instanceof UnavailableError;
  if (!isExpected) throw error;
}
