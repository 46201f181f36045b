import { asyncLocalStorage } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { withActivity } from '../../src/cli/activity-log.js';
import { toTemporalLogger } from '../../src/cli/temporal-logger.js';

it('TRACE lines of the SDK appear at no log level', () => {
  const lines: string[] = [];
  const log = toTemporalLogger(pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }));
  log.trace('Got workflow activation', { payload: 'CARD' });
  log.log('TRACE', 'Got activity task', { payload: 'CARD' });
  expect(lines).toEqual([]);
  log.debug('Workflow started', { workflowId: 'checkout:order-1' });
  expect(lines).toHaveLength(1);
});

it('log lines of a gateway call name its workflow and reference', async () => {
  const lines: object[] = [];
  const line = (fields: object) => void lines.push(fields);
  const log = withActivity({ info: line, warn: line });
  const inActivityOf = (workflowId: string) =>
    new MockActivityEnvironment({ workflowExecution: { workflowId, runId: 'r' }, attempt: 2 });
  const write = (how: 'info' | 'warn') => () => {
    log[how]({ endpoint: 'e' }, 'gateway call');
    return Promise.resolve();
  };
  await inActivityOf('checkout:order-1').run(write('info'));
  await inActivityOf('gateway-read:17').run(write('warn'));
  log.info({ endpoint: 'login' }, 'gateway call');
  expect(lines).toEqual([
    { endpoint: 'e', workflowId: 'checkout:order-1', reference: 'order-1', attempt: 2 },
    { endpoint: 'e', workflowId: 'gateway-read:17', attempt: 2 },
    { endpoint: 'login' },
  ]);
  expect(asyncLocalStorage.getStore()).toBeUndefined();
});
