import { once } from 'node:events';
import { createConnection } from 'node:net';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { request } from 'undici';
import { readCsvRows, CSV_NAMES } from '../../src/api/batch-csv.js';
import { createBatchRows } from '../../src/requests/batch-rows.js';
import type { Serving } from '../../src/cli/serve.js';
import { serveBatches } from '../support/api/serve-batches.js';
import { waitUntil } from '../support/wait-until.js';

const TERMS = 'reference=payroll-jan&title=Payroll&onValidationFailure=CONTINUE';
const HEADER = 'reference,amount,bank_code,account_number,account_name,narration\r\n';
const MEGABYTE = 1024 * 1024;
const GIGABYTES = 4 * 1024 * MEGABYTE;

const started: Serving[] = [];
afterAll(() => Promise.all(started.map((api) => api.close())));

async function start(...given: Parameters<typeof serveBatches>): Promise<string> {
  const api = await serveBatches(...given);
  started.push(api);
  return api.url;
}

let url: string;
beforeAll(async () => {
  url = await start();
});

/** Makes gigabytes as they are read, and counts what was taken. */
function endless(next: (n: number) => string, first = HEADER) {
  let taken = 0;
  function* chunks() {
    yield Buffer.from(first);
    for (let n = 1; taken < GIGABYTES; n++) {
      const chunk = Buffer.from(next(n));
      taken += chunk.length;
      yield chunk;
    }
  }
  return { chunks, taken: () => taken };
}

const goodRow = (n: number) => `R${n},5000.00,058,${String(n).padStart(10, '0')},Ada Obi,January salary\r\n`;

const thousand = (row: (n: number) => string) => (n: number) =>
  Array.from({ length: 1_000 }, (_, index) => row(n * 1_000 + index)).join('');

/** Sends only this, and collects the reply. */
function write(to: string, headers: Readonly<Record<string, string>>, body = '') {
  const socket = createConnection(Number(new URL(to).port), '127.0.0.1');
  const lines = Object.entries({ host: 'api', ...headers }).map(([name, value]) => `${name}: ${value}`);
  const head = [`POST /v1/batches?${TERMS} HTTP/1.1`, ...lines].join('\r\n');
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString())).on('error', () => undefined);
  socket.write(`${head}\r\n\r\n${body}`);
  return { socket, answer: () => answer, closed: once(socket, 'close') };
}

const inChunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

describe('an endless file is refused at a limit', () => {
  it.each([
    ['of good rows', thousand(goodRow), HEADER, 413, 'limited to 10000 rows'],
    ['of bad rows', thousand(() => 'x,,,,,\n'), HEADER, 413, 'limited to 10000 rows'],
    ['of rows with the wrong number of cells', thousand(() => 'x\n'), HEADER, 413, 'limited to 10000 rows'],
    ['of empty lines', () => '\r\n'.repeat(50_000), HEADER, 413, 'limited to 5136384 bytes'],
    ['of empty cells', thousand(() => ',,,,,\n'), HEADER, 413, 'more than 10000 rows of empty cells'],
    ['of one line', () => 'x'.repeat(100_000), HEADER, 400, 'line 2, rows: is longer than 4096 bytes'],
    ['of one line of commas', () => ','.repeat(100_000), HEADER, 400, 'line 2, rows: is longer than 4096'],
    ['inside a quote', () => 'x,y\n'.repeat(20_000), `${HEADER}"`, 400, 'line 2, rows: is longer than 4096'],
    ['of column names', () => 'amount,'.repeat(10_000), '', 400, 'line 1, rows: is longer than 4096'],
    ['of zeros', () => '\0'.repeat(100_000), '', 400, 'line 1, rows: is longer than 4096'],
  ])('%s', async (_what, next, first, status, reason) => {
    const { chunks, taken } = endless(next, first);
    const reply = await request(`${url}/v1/batches?${TERMS}`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: Readable.from(chunks()),
    });
    expect(await reply.body.json()).toMatchObject({
      status,
      moneyMoved: 'no',
      detail: expect.stringContaining(reason) as string,
    });
    // the limit, and what sockets and streams hold
    expect(taken()).toBeLessThan(32 * MEGABYTE);
  });

  it('in JSON too', async () => {
    const { chunks, taken } = endless(() => '{},'.repeat(20_000), '{"rows":[');
    const reply = await request(`${url}/v1/batches`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Readable.from(chunks()),
    });
    expect(await reply.body.json()).toMatchObject({ status: 413, type: '/problems/too-large' });
    expect(taken()).toBeLessThan(32 * MEGABYTE);
  });

  it('before it is sent, when it declares its length', async () => {
    const { answer, closed } = write(url, {
      'content-type': 'text/csv',
      'content-length': String(GIGABYTES),
    });
    await closed;
    expect(answer()).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('at once, although the sender pauses after the row that is too many', async () => {
    const { answer, closed } = write(
      await start({ maxRows: 2 }),
      { 'content-type': 'text/csv', 'transfer-encoding': 'chunked' },
      inChunk(HEADER + goodRow(1) + goodRow(2) + goodRow(3) + goodRow(4)),
    );
    await closed;
    expect(answer()).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe('memory', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const usedMegabytes = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed / MEGABYTE;
  };

  const terms = { reference: 'a', title: 'b', onValidationFailure: 'CONTINUE', currency: 'NGN' } as const;

  it.each([
    ['30 MB of empty lines', '\r\n'.repeat(50_000), 300],
    ['70,000 bad rows', 'x,,,,,\n'.repeat(1_000), 70],
    ['70,000 rows of empty cells', ',,,,,\n'.repeat(1_000), 70],
  ])('stays flat over %s, whatever the limits', async (_what, text, times) => {
    const rules = { maxRows: Infinity, hasDuplicateGuard: true };
    const rows = createBatchRows({ terms, expected: {} }, rules, CSV_NAMES);
    const chunk = Buffer.from(text);
    let [before, after] = [0, 0];
    function* body() {
      yield Buffer.from(HEADER);
      before = usedMegabytes();
      for (let n = 0; n < times; n++) yield chunk;
      after = usedMegabytes();
    }
    await readCsvRows(Readable.from(body()), rows, { hasNarration: false });
    expect(after - before).toBeLessThan(8);
  });

  it('holds two large batches at a time; a third is answered "busy" and may come again', async () => {
    const waiting: (() => void)[] = [];
    const busy = await start({}, () => new Promise((resolve) => waiting.push(() => resolve({}))));
    const large =
      HEADER + Array.from({ length: 9_900 }, (_, n) => goodRow(n).replace('Ada', 'Ada'.repeat(20))).join('');
    const send = () =>
      request(`${busy}/v1/batches?${TERMS}`, {
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        body: large,
      });
    const first = [send(), send()];
    await waitUntil('two batches', () => waiting.length === 2);
    const third = await send();
    expect(third.statusCode).toBe(503);
    expect(third.headers['retry-after']).toBe('5');
    await third.body.dump();
    for (const finish of waiting.splice(0)) finish();
    for (const reply of await Promise.all(first)) {
      expect(reply.statusCode).toBe(200);
      await reply.body.dump();
    }
    const again = send();
    await waitUntil('the third batch', () => waiting.length === 1);
    waiting.pop()?.();
    expect((await again).statusCode).toBe(200);
    await (await again).body.dump();
  });
});

it('a file whose connection breaks starts nothing, and leaves room for the next', async () => {
  const used: unknown[] = [];
  const own = await start({}, (batch) => Promise.resolve(used.push(batch)));
  for (let n = 0; n < 3; n++) {
    const body = HEADER + goodRow(1).repeat(9_000);
    const headers = { 'content-type': 'text/csv', 'content-length': String(body.length + 1) };
    const { socket, closed } = write(own, headers, body);
    // it has arrived when the api replies to a later connection
    await (await request(`${own}/health`)).body.dump();
    socket.resetAndDestroy();
    await closed;
  }
  await waitUntil('200', async () => {
    const reply = await request(`${own}/v1/batches?${TERMS}`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: HEADER + goodRow(1),
    });
    await reply.body.dump();
    return reply.statusCode === 200;
  });
  expect(used).toHaveLength(1);
});
