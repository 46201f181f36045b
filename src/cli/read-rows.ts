import type { Api } from './api-connection.js';
import type { Row } from './show-rows.js';

/** The largest page of the API. */
const LARGEST_PAGE = 200;

/** Rows of a list of the API, page by page, and whether there are more. */
export async function readRows(
  api: Api,
  path: string,
  { most, ...filters }: { readonly most: number } & Readonly<Record<string, string | number | undefined>>,
): Promise<{ readonly rows: readonly Row[]; readonly hasMore: boolean }> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const limit = Math.min(most - rows.length, LARGEST_PAGE);
    const page = await api.call('GET', `${path}?${queryOf({ ...filters, limit, cursor })}`);
    rows.push(...(page.rows as readonly Row[]));
    cursor = page.next as string | undefined;
  } while (cursor !== undefined && rows.length < most);
  return { rows, hasMore: cursor !== undefined };
}

function queryOf(given: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) if (value !== undefined) query.set(name, String(value));
  return query.toString();
}
