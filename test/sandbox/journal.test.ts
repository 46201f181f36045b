import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testCards } from '../../src/sandbox/collections/test-cards.js';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import { createStore } from '../../src/sandbox/state/store.js';
import { readJournal, startJournal } from '../../src/sandbox/state/journal.js';
import { beginTransfer, pay, startSandbox, START, statusOf, terms } from './merchant-side.js';
import { entriesOf, rowsOf, sendBatch, setSwitches } from './payout-side.js';

function stateFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'oware-sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'state.jsonl');
}

describe('the state file', () => {
  it('restores payments, ledger, clock and pending events after a restart', async () => {
    const file = stateFile();
    const before = await startSandbox({ stateFile: file, webhookUrl: 'http://127.0.0.1:1/' });
    const { transactionReference, bankCode, accountNumber } = await beginTransfer(before);
    await pay(before, { bankCode, accountNumber, amount: 4000 });
    await before.sandbox.deliveries.settled();
    await before.sandbox.clock.advance(60_000);
    const status = (await statusOf(before, transactionReference)).body;
    await before.sandbox.close();

    const after = await startSandbox({ stateFile: file });
    expect((await statusOf(after, transactionReference)).body).toEqual(status);
    expect(after.sandbox.ledger.balances()).toEqual(before.sandbox.ledger.balances());
    expect(after.sandbox.ledger.audit().balanced).toBe(true);
    expect(after.sandbox.clock.now()).toBe(START + 60_000);
    expect(after.sandbox.merchants.list()).toEqual(before.sandbox.merchants.list());
    expect(after.sandbox.deliveries.list()).toMatchObject([{ state: 'waiting' }]);
  });

  it('restores a batch in progress, which continues with the rows that were not sent', async () => {
    const file = stateFile();
    const before = await startSandbox({ stateFile: file });
    await setSwitches(before, { otpOn: false, batchRowsPerMinute: 1 });
    await sendBatch(before);
    await before.sandbox.clock.advance(2_000);
    await before.sandbox.close();

    const after = await startSandbox({ stateFile: file });
    const statuses = async () => (await rowsOf(after)).map(({ status }) => status);
    expect(await statuses()).toEqual(['SUCCESS', 'AWAITING_PROCESSING', 'AWAITING_PROCESSING']);
    await after.sandbox.clock.advance(120_000);
    expect(await statuses()).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
    for (const reference of ['row-1', 'row-2', 'row-3']) {
      expect(entriesOf(after, reference).map(([cause]) => cause)).toEqual([
        'transfer-sent',
        'transfer-arrived',
      ]);
    }
  });

  it('is valid without a last line that a crash cut short', async () => {
    const file = stateFile();
    const before = await startSandbox({ stateFile: file });
    const { transactionReference } = await beginTransfer(before);
    await before.sandbox.close();
    appendFileSync(file, '[["transactions","MNFY|torn",{"transactionReference":"MNF');

    const after = await startSandbox({ stateFile: file });
    expect((await statusOf(after, transactionReference)).status).toBe(200);
    expect((await statusOf(after, 'MNFY|torn')).status).toBe(404);
    await after.sandbox.close();
    expect([...readJournal(file)].length).toBeGreaterThan(0);
  });

  it('is locked by one sandbox; the lock of a dead process is taken over', async () => {
    const file = stateFile();
    writeFileSync(`${file}.lock`, '1');
    expect(() => createSandbox({ stateFile: file })).toThrow(`${file} is in use by process 1`);
    const short = spawnSync(process.execPath, ['-e', '']);
    writeFileSync(`${file}.lock`, String(short.pid));
    const side = await startSandbox({ stateFile: file });
    await side.sandbox.close();
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  it('never contains a card number, a PIN or a CVV', async () => {
    const file = stateFile();
    const side = await startSandbox({ stateFile: file });
    for (const { number, scenario } of testCards()) {
      const init = await side.call(
        'POST',
        '/api/v1/merchant/transactions/init-transaction',
        terms(side, { paymentReference: scenario }),
      );
      await side.call('POST', '/api/v1/merchant/cards/charge', {
        transactionReference: init.result.transactionReference,
        collectionChannel: 'API_NOTIFICATION',
        card: { number, expiryMonth: '12', expiryYear: '2049', cvv: '987', pin: '6543' },
      });
    }
    const kept = readFileSync(file, 'utf8');
    for (const { number } of testCards()) expect(kept).not.toContain(number);
    expect(kept).not.toMatch(/"(987|6543)"/);
  });

  it('with an unknown collection is refused', () => {
    const file = stateFile();
    writeFileSync(file, '{"journal":"oware-sandbox","version":1}\n[["loans","L1",{}]]\n');
    expect(() => createSandbox({ stateFile: file })).toThrow('Unknown collection loans');
    expect(readFileSync(file, 'utf8')).toContain('loans');
  });

  it('that is damaged before its last line is refused with the line number', () => {
    const file = stateFile();
    writeFileSync(file, '{"journal":"oware-sandbox","version":1}\n{half\n[]\n');
    expect(() => createSandbox({ stateFile: file })).toThrow(/line 2 is damaged/);
  });

  it('of another program is refused and left unchanged', () => {
    const file = stateFile();
    writeFileSync(file, '{"name":"a package"}\n');
    expect(() => createSandbox({ stateFile: file })).toThrow(/not a sandbox journal/);
    expect(readFileSync(file, 'utf8')).toBe('{"name":"a package"}\n');
  });
});

describe('a commit', () => {
  const shape = { key: (row: Row) => row.id, indexes: { colour: (row: Row) => row.colour } };
  interface Row {
    readonly id: string;
    readonly colour: string;
  }

  it('that throws is rolled back in memory, in the indexes and on disk', () => {
    const file = stateFile();
    const store = createStore();
    const rows = store.collection<Row, 'colour'>('rows', shape);
    store.keep(startJournal(file, { snapshot: store.snapshot(), fsync: true }));
    store.commit(() => rows.put({ id: 'a', colour: 'red' }));
    const written = readFileSync(file, 'utf8');
    expect(() =>
      store.commit(() => {
        rows.put({ id: 'a', colour: 'blue' });
        rows.put({ id: 'b', colour: 'red' });
        rows.delete('a');
        throw new Error('changed my mind');
      }),
    ).toThrow('changed my mind');
    expect([...rows.values()]).toEqual([{ id: 'a', colour: 'red' }]);
    expect([...rows.filter('colour', 'red')]).toEqual([{ id: 'a', colour: 'red' }]);
    expect([...rows.filter('colour', 'blue')]).toEqual([]);
    expect(readFileSync(file, 'utf8')).toBe(written);
  });

  it('is one line, whatever the number of changes', () => {
    const file = stateFile();
    const store = createStore();
    const rows = store.collection<Row, 'colour'>('rows', shape);
    store.keep(startJournal(file, { snapshot: [], fsync: false }));
    store.commit(() => {
      rows.put({ id: 'a', colour: 'red' });
      rows.put({ id: 'b', colour: 'red' });
      rows.delete('a');
    });
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(2);
    const other = createStore();
    const restored = other.collection<Row, 'colour'>('rows', shape);
    other.restore(readJournal(file));
    expect([...restored.values()]).toEqual([{ id: 'b', colour: 'red' }]);
  });

  it('is required for every change', () => {
    const rows = createStore().collection<Row>('rows', (row) => row.id);
    expect(() => rows.put({ id: 'a', colour: 'red' })).toThrow('outside a commit');
  });
});
