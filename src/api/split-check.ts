import { InProgressError, UnavailableError } from '../client/client.js';
import type { Kobo } from '../domain/money.js';
import { refuseSplit, type SplitItem } from '../domain/split.js';
import type { GatewayReads } from './gateway-reads.js';
import { invalid } from './parse.js';
import { Problem } from './problem.js';

/**
 * Refuses a split whose shares cannot add up, or that names an unknown sub-account. A list that cannot be read refuses
 * nothing: the gateway checks the codes too.
 */
export async function checkSplit(
  gatewayReads: GatewayReads,
  items: readonly SplitItem[] | undefined,
  { amountKobo, field = 'incomeSplit' }: { readonly amountKobo?: Kobo; readonly field?: string } = {},
): Promise<void> {
  if (!items || items.length === 0) return;
  const message = refuseSplit(items, amountKobo);
  if (message !== undefined) throw invalid([{ field, message }]);
  if ((await findUnknown(gatewayReads, items)) === undefined) return;
  // one that is missing from a kept list may be new
  const subAccountCode = await findUnknown(gatewayReads, items, { isFresh: true });
  if (subAccountCode === undefined) return;
  const detail = `The gateway has no sub-account ${subAccountCode}.`;
  throw new Problem('unknown-sub-account', detail, { subAccountCode });
}

async function findUnknown(
  { read }: GatewayReads,
  items: readonly SplitItem[],
  options?: { readonly isFresh: boolean },
): Promise<string | undefined> {
  const listed = await read('listSubAccounts', {}, options).catch(unlessBroken);
  if (!listed) return undefined;
  const known = new Set(listed.map(({ subAccountCode }) => subAccountCode));
  return items.find(({ subAccountCode }) => !known.has(subAccountCode))?.subAccountCode;
}

/** The gateway did not answer, or refused the list. */
function unlessBroken(error: unknown): undefined {
  const isExpected =
    error instanceof Problem || error instanceof InProgressError || error instanceof UnavailableError;
  if (!isExpected) throw error;
}
