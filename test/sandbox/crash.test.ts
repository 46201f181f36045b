import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../../src/sandbox/sandbox.js';

const SANDBOX_PROCESS = fileURLToPath(new URL('./sandbox-process.ts', import.meta.url));

async function startProcess(stateFile: string) {
  const child = spawn(process.execPath, ['--import', 'tsx', SANDBOX_PROCESS, stateFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const gone = once(child, 'exit');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, gone, url: line.toString().trim() };
}

async function post(
  url: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Record<string, unknown>;
}

const inside = (answer: Record<string, unknown>): Record<string, string> =>
  answer.responseBody as Record<string, string>;

describe('a sandbox that is killed under load', () => {
  it('restores every acknowledged payment, with a balanced ledger', { timeout: 30_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'oware-sandbox-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const stateFile = join(folder, 'state.jsonl');
    const { child, gone, url } = await startProcess(stateFile);
    const [merchant] = (await (await fetch(`${url}/sandbox/merchants`)).json()) as Record<string, string>[];
    const { apiKey = '', secretKey = '', contractCode = '' } = merchant ?? {};
    const basic = Buffer.from(`${apiKey}:${secretKey}`).toString('base64');
    const login = await post(`${url}/api/v1/auth/login`, { authorization: `Basic ${basic}` });
    const headers = { authorization: `Bearer ${inside(login).accessToken ?? ''}` };
    const account = await post(`${url}/api/v2/bank-transfer/reserved-accounts`, headers, {
      accountReference: 'ada',
      accountName: 'Ada Obi',
      currencyCode: 'NGN',
      contractCode,
      customerEmail: 'ada@example.com',
      bvn: '22200000001',
      getAllAvailableBanks: true,
    });
    const [{ bankCode, accountNumber }] = inside(account).accounts as unknown as [Record<string, string>];

    const answered: unknown[] = [];
    const payer = async (): Promise<void> => {
      for (;;) {
        const receipt = await post(
          `${url}/sandbox/bank-simulator/payments`,
          {},
          { bankCode, accountNumber, amount: 100 },
        );
        answered.push(receipt.transactionReference);
        if (answered.length === 60) child.kill('SIGKILL');
      }
    };
    await Promise.allSettled(Array.from({ length: 8 }, payer));
    await gone;

    const again = createSandbox({ stateFile });
    onTestFinished(() => again.close());
    expect(again.ledger.audit()).toMatchObject({ balanced: true, problems: [] });
    for (const reference of answered) {
      const causes = again.ledger.entries({ reference: String(reference) }).map(({ cause }) => cause);
      expect(causes).toEqual(['bank-transfer', 'collection']);
    }
    expect(answered.length).toBeGreaterThanOrEqual(60);
  });
});
