import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CSV_NAMES, readCsvRows } from '../../src/api/batch-csv.js';
import { writeResultCsv, writeRetryCsv } from '../../src/api/batch-results.js';
import { createBatchRows } from '../../src/requests/batch-rows.js';
import { RESULT_COLUMNS, type RowResult, toResult } from '../../src/domain/batch/result-file.js';
import type { BatchRow } from '../../src/domain/batch/row.js';
import { kobo } from '../../src/domain/money.js';
import { anyRow, batchRow } from '../domain/batch/rows.js';

const failed = (row: Partial<BatchRow> = {}, more: Partial<RowResult> = {}): RowResult => ({
  ...batchRow(row),
  state: 'FAILED',
  reason: 'dormant account',
  safeToPayAgain: true,
  ...more,
});

async function written(write: (output: PassThrough) => Promise<void>): Promise<string> {
  const output = new PassThrough();
  const [content] = await Promise.all([buffer(output), write(output)]);
  return content.toString();
}

const resultOf = (...results: RowResult[]) => written((output) => writeResultCsv('payroll', results, output));
const retryOf = (...results: RowResult[]) => written((output) => writeRetryCsv(results, output));

const terms = { reference: 'again', title: 'x', onValidationFailure: 'CONTINUE', currency: 'NGN' } as const;

async function read(file: string): Promise<readonly BatchRow[]> {
  const rules = { maxRows: 10_000, hasDuplicateGuard: false };
  const rows = createBatchRows({ terms, expected: {} }, rules, CSV_NAMES);
  await readCsvRows(Readable.from([Buffer.from(file)]), rows, { hasNarration: false });
  return rows.finish().rows;
}

/** As a strict reader sees it, which takes any line end. */
const cellsOf = (file: string) => parse(file, { bom: true, record_delimiter: ['\r\n', '\n', '\r'] });

describe('the result file', () => {
  it('has a line for every row, for spreadsheets', async () => {
    const sent: RowResult = {
      ...batchRow({ n: 2, merchantReference: 'EMP-2' }),
      state: 'SUCCESS',
      transactionReference: 'MFDS1',
      sessionId: '000013270131090001000123456789',
      feeKobo: kobo(10_00),
      safeToPayAgain: false,
    };
    expect(await resultOf(failed(), sent)).toBe(
      [
        `\ufeff${RESULT_COLUMNS.join(',')}`,
        '1,,payroll--b1,,,5000.00,,FAILED,dormant account,yes',
        '2,EMP-2,payroll--b2,MFDS1,000013270131090001000123456789,5000.00,10.00,SUCCESS,,no',
        '',
      ].join('\r\n'),
    );
  });

  it.each(['=HYPERLINK("http://x")', '+1', '-1', '@SUM(1)', '\t=1', '\r=1', '＝1'])(
    'shows %j as text, and JSON has it unchanged',
    async (reason) => {
      const [, line] = cellsOf(await resultOf(failed({}, { reason })));
      expect(line?.[8]).toBe(`'${reason}`);
      expect(toResult('payroll', failed({}, { reason })).reason).toBe(reason);
    },
  );

  it.each(['a,b', 'a "b" c', 'two\nlines', 'two\r\nlines', 'two\rlines', "it's"])(
    'keeps a reason such as %j in one cell',
    async (reason) => {
      const lines = cellsOf(await resultOf(failed({}, { reason }), failed({ n: 2 })));
      expect(lines.map((cells) => cells[8])).toEqual(['reason', reason, 'dormant account']);
    },
  );

  it('is written as its rows are read', async () => {
    const order: string[] = [];
    async function* parts() {
      for (let n = 1; n <= 5_000; n++) {
        if (n % 1_000 === 0) order.push('read');
        yield failed({ n, narration: 'x'.repeat(50) }, { reason: 'y'.repeat(50) });
        if (n % 100 === 0) await new Promise(setImmediate);
      }
    }
    const output = new PassThrough();
    output.on('data', () => order.at(-1) !== 'written' && order.push('written'));
    await writeResultCsv('payroll', parts(), output);
    expect(order.filter((step) => step === 'written').length).toBeGreaterThan(1);
  });

  it('that cannot be completed is not a complete file', async () => {
    function* parts() {
      yield failed();
      throw new Error('part 2 did not answer');
    }
    const output = new PassThrough();
    await expect(writeResultCsv('payroll', parts(), output)).rejects.toThrow('part 2 did not answer');
    expect(output.destroyed).toBe(true);
    expect(output.writableFinished).toBe(false);
  });
});

describe('the file of rows to pay again', () => {
  it('has only rows that are safe to pay again, in the columns of a batch file', async () => {
    const paid = failed({ n: 2 }, { state: 'SUCCESS', safeToPayAgain: false });
    const doubtful = failed({ n: 3 }, { safeToPayAgain: false });
    expect(await retryOf(failed({ merchantReference: 'EMP-1' }), paid, doubtful)).toBe(
      '\ufeffreference,amount,bank_code,account_number,account_name,narration\r\n' +
        'EMP-1,5000.00,058,0123456789,Ada Obi,January salary\r\n',
    );
  });

  it('is read back as the same rows, whatever their texts', async () => {
    const manyRows = fc.uniqueArray(anyRow, {
      minLength: 1,
      maxLength: 8,
      selector: (row) => row.merchantReference,
    });
    await fc.assert(
      fc.asyncProperty(manyRows, async (rows) => {
        const numbered = rows.map((row, index) => ({
          ...row,
          n: index + 1,
          // together they must not exceed the largest amount
          amountKobo: kobo(20_00 + (row.amountKobo % 1_000_000_00)),
        }));
        expect(await read(await retryOf(...numbered.map((row) => failed(row))))).toEqual(numbered);
      }),
    );
  });
});
