import { Connection } from '@temporalio/client';
import { expect, inject, it } from 'vitest';
import { SEARCH_ATTRIBUTES } from '../../../src/domain/lifecycle/search-attributes.js';
import { prepareNamespace } from '../../../src/temporal/namespace.js';

it('a namespace gets its retention and search attributes, also from simultaneous and repeated calls', async () => {
  const connection = await Connection.connect({ address: inject('temporalAddress') });
  const wanted = { namespace: `prepared-${process.pid}`, retentionDays: 30 };
  await Promise.all([prepareNamespace(connection, wanted), prepareNamespace(connection, wanted)]);
  await prepareNamespace(connection, { ...wanted, retentionDays: 7 });

  const { config } = await connection.workflowService.describeNamespace({ namespace: wanted.namespace });
  expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(7 * 86_400);
  const { customAttributes } = await connection.operatorService.listSearchAttributes({
    namespace: wanted.namespace,
  });
  expect(Object.keys(customAttributes)).toEqual(expect.arrayContaining(Object.keys(SEARCH_ATTRIBUTES)));
  await connection.close();
});
