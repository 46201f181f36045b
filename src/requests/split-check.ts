import type { Kobo } from '../domain/money.js';
import { refuseSplit, type SplitItem } from '../domain/split.js';
import { invalid } from './parse.js';
import { Problem } from './problem.js';

/** The sub-accounts at the gateway; undefined when they cannot be read now. `isFresh` reads past what is kept. */
export type ReadSubAccounts = (options?: {
  readonly isFresh: boolean;
}) => Promise<readonly { readonly subAccountCode: string }[] | undefined>;

/**
 * Refuses a split whose shares cannot add up, or that names an unknown sub-account. A list that cannot be read refuses
 * nothing: the gateway checks the codes too.
 */
export async function checkSplit(
  readSubAccounts: ReadSubAccounts,
  items: readonly SplitItem[] | undefined,
  { amountKobo, field = 'incomeSplit' }: { readonly amountKobo?: Kobo; readonly field?: string } = {},
): Promise<void> {
  if (!items || items.length === 0) return;
  const message = refuseSplit(items, amountKobo);
  if (message !== undefined) throw invalid([{ field, message }]);
  if (findUnknown(await readSubAccounts(), items) === undefined) return;
  // one that is missing from a kept list may be new
  const subAccountCode = findUnknown(await readSubAccounts({ isFresh: true }), items);
  if (subAccountCode === undefined) return;
  const detail = `The gateway has no sub-account ${subAccountCode}.`;
  throw new Problem('unknown-sub-account', detail, { subAccountCode });
}

function findUnknown(
  listed: Awaited<ReturnType<ReadSubAccounts>>,
  items: readonly SplitItem[],
): string | undefined {
  if (!listed) return undefined;
  const known = new Set(listed.map(({ subAccountCode }) => subAccountCode));
  return items.find(({ subAccountCode }) => !known.has(subAccountCode))?.subAccountCode;
}
