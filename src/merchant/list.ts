import type { ListPage, ListRequest } from '../client/client.js';
import { toListRow } from '../client/list-row.js';
import { omitUndefined } from '../domain/omit-undefined.js';
import type { CustomerHash } from '../secrets/customer-hash.js';
import { invalid, parse } from '../requests/parse.js';
import { toJson } from './json.js';
import { type List, type ListQuery, listQuery } from './list-query.js';

export async function readList(
  list: (request: ListRequest) => Promise<ListPage>,
  given: ListQuery = {},
  hashCustomer: CustomerHash | undefined,
): Promise<List> {
  const { minAmount, maxAmount, customer, ...rest } = parse(listQuery, given);
  if (customer !== undefined && !hashCustomer) {
    throw invalid([{ field: 'customer', message: 'needs customerHashKey in connect' }]);
  }
  const request = omitUndefined({
    ...rest,
    minAmountKobo: minAmount,
    maxAmountKobo: maxAmount,
    customerHash: customer === undefined ? undefined : hashCustomer?.(customer),
  });
  const { rows, cursor } = await list(request);
  return toJson({ rows: rows.map(toListRow), next: cursor });
}
