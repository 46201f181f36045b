import type { RequestListener } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CREATED } from '../../src/cli/api-commands.js';
import { createCommand } from '../../src/cli/commands/create.js';
import { triggerCommand } from '../../src/cli/commands/trigger.js';
import { type CommandError, explainCommand } from '../../src/cli/explain-error.js';
import { serve } from '../../src/cli/serve.js';
import { shellCommand } from '../../src/cli/shell-command.js';
import { startProgram } from '../support/processes/program.js';

type Name = (typeof CREATED)[number]['name'];

/** What the command has printed and what has reached the API, in order. */
let seen: string[];

beforeEach(() => {
  seen = [];
  for (const stream of ['log', 'error'] as const) {
    vi.spyOn(console, stream).mockImplementation((text: string) => void seen.push(text));
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

interface ApiOptions {
  readonly gatewayMode?: 'sandbox' | 'live' | undefined;
  readonly onCreate?: RequestListener;
}

const created: RequestListener = (_request, response) =>
  void response.writeHead(201).end('{"state":"PENDING"}');

/** An API that records the bodies of creates. */
async function openApi({ gatewayMode = 'sandbox', onCreate = created }: ApiOptions = {}) {
  const bodies: Record<string, unknown>[] = [];
  const { url, close } = await serve(
    (request, response) => {
      // no connection is kept for a later test
      response.setHeader('connection', 'close');
      if (request.method === 'GET') {
        response.end(JSON.stringify({ status: 'up', gatewayMode }));
        return;
      }
      json(request).then(
        (body) => {
          seen.push(`POST ${request.url}`);
          bodies.push(body as Record<string, unknown>);
          onCreate(request, response);
        },
        () => response.destroy(),
      );
    },
    '127.0.0.1',
    0,
  );
  onTestFinished(close);
  vi.stubEnv('OWARE_API_URL', url);
  vi.stubEnv('OWARE_API_KEY', 'key');
  return { url, bodies };
}

const run = (name: Name, options: object = {}) =>
  createCommand(name).handler({ yes: false, json: false, ...options } as never) as Promise<void>;

/** The message, the exit code and the command to run next, of a command that fails. */
async function failure(running: void | Promise<void>, args: readonly string[] = []) {
  const error = await Promise.resolve(running).then(
    () => expect.unreachable('the command succeeded'),
    (thrown: unknown) => thrown as CommandError,
  );
  return { code: error.exitCode, text: explainCommand(error, args), more: error.next?.more ?? [] };
}

const PLACES: readonly string[] = ['checkout', 'invoice', 'reserved-account'];

describe('the reference of a request', () => {
  it.each(CREATED.map(({ name }) => name).filter((name) => !PLACES.includes(name)))(
    'oware %s is never made up: it pays, or charges a customer',
    async (name) => {
      const { bodies } = await openApi();
      const missing = await failure(run(name, { amount: '700.00' }), [name, '--amount', '700.00']);
      expect(missing).toMatchObject({ code: 1 });
      expect(missing.text).toContain(`\`oware ${name}\` needs --reference`);
      expect(missing.text).toMatch(new RegExp(`\n  oware ${name} --amount 700\\.00 --reference [a-z0-9-]+$`));
      expect(bodies).toEqual([]);
      await run(name, { reference: 'mine' });
      await run(name, { data: '{"reference":"in-data"}' });
      expect(bodies.map(({ reference }) => reference)).toEqual(['mine', 'in-data']);
    },
  );

  it.each(CREATED)('oware $name prints it before the request is sent', async ({ name, path }) => {
    const { bodies } = await openApi();
    await run(name, PLACES.includes(name) ? {} : { reference: 'mine' });
    expect(seen.slice(0, 2)).toEqual([`Reference: ${String(bodies[0]?.reference)}`, `POST ${path}`]);
  });

  it('is refused when it is empty, as from a variable that is not set, or given twice', async () => {
    const { bodies } = await openApi();
    for (const reference of ['', ['a', 'b']]) {
      expect((await failure(run('checkout', { reference }))).text).toContain('--reference: expected one');
    }
    expect(bodies).toEqual([]);
  });
});

describe('an unknown outcome', () => {
  const breaks: RequestListener = (request) => void request.socket.destroy();
  const breaksWithin: RequestListener = (request, response) => {
    response.writeHead(201, { 'content-length': '1000' }).write('{"ref');
    setImmediate(() => request.socket.destroy());
  };
  const problem = JSON.stringify({ detail: 'Temporal is not responding.', moneyMoved: 'unknown' });
  const unavailable: RequestListener = (_request, response) => void response.writeHead(503).end(problem);
  const inProgress: RequestListener = (_request, response) =>
    void response.writeHead(202).end('{"reference":"cash-1","retry":"same-reference"}');

  it.each([
    ['a connection that breaks after the request was sent', breaks],
    ['a reply that breaks off', breaksWithin],
    ['a problem that says so', unavailable],
    ['202, still in progress', inProgress],
  ])('is exit code 4 with the command that asks for the same again: %s', async (_, onCreate) => {
    const { bodies } = await openApi({ onCreate });
    const args = ['paycode', '--beneficiaryName', "Chidi O'Neill", '--reference', 'cash-1'];
    const given = { reference: 'cash-1', beneficiaryName: "Chidi O'Neill" };
    const first = await failure(run('paycode', given), args);
    expect(first).toMatchObject({ code: 4 });
    expect(first.text).toContain('The outcome is unknown.');
    expect(first.text).not.toContain('Nothing responds');
    expect(first.text).toContain(shellCommand(['oware', ...args, ...first.more]));
    // the example's dates are relative to now
    vi.useFakeTimers({ now: Date.now() + 5_000, toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const [, data] = first.more;
    await failure(run('paycode', { ...given, data }));
    expect(first.more[0]).toBe('--data');
    expect(bodies[1]).toEqual(bodies[0]);
  });

  it('of a request with a reference of ours names that reference', async () => {
    const { bodies } = await openApi({ onCreate: breaks });
    const { more } = await failure(run('checkout'));
    expect(more.slice(0, 2)).toEqual(['--reference', bodies[0]?.reference]);
  });

  it('of a request from standard input needs the same input, which the message says', async () => {
    const { url } = await openApi({ onCreate: breaks });
    const main = new URL('../../src/cli/main.ts', import.meta.url).href;
    const program = `const { main } = await import('${main}'); await main(process.argv.slice(1));`;
    const node = ['--import', 'tsx', '--input-type=module', '--eval', program];
    const oware = shellCommand([process.execPath, ...node, '--', 'transfer', '--data', '@-']);
    const { exited, lines } = startProgram('/bin/sh', ['-c', `echo '{"reference":"t-1"}' | ${oware}`], {
      env: { OWARE_API_URL: url, OWARE_API_KEY: 'key' },
    });
    expect(await exited).toBe(4);
    expect(lines.slice(-2)).toEqual([
      'Repeat exactly this command, with the same standard input. Under the same reference it does nothing twice:',
      '  oware transfer --data @- --reference t-1',
    ]);
  });

  it('is not claimed where nothing could be sent', async () => {
    vi.stubEnv('OWARE_API_URL', 'http://127.0.0.1:9');
    vi.stubEnv('OWARE_API_KEY', 'key');
    const away = await failure(run('bill', { reference: 'bill-1' }));
    expect(away.text).toContain(
      'Nothing responds at http://127.0.0.1:9 (ECONNREFUSED), and nothing was sent.',
    );
    expect(away.text).not.toContain('unknown');
  });
});

describe.each([['live'], [undefined]] as const)('an API with gateway mode %s', (gatewayMode) => {
  const transfer = {
    reference: 'salary-1',
    amount: '1234567.00',
    destination: { bankCode: '058', accountNumber: '0100090002' },
  };
  const mode = async () => openApi({ gatewayMode: gatewayMode ?? ('' as 'live') });

  it('gets nothing without --yes: the command says what it would send', async () => {
    const { bodies } = await mode();
    const asked = await failure(run('transfer', transfer), ['transfer', '--reference', 'salary-1']);
    expect(asked.code).toBe(1);
    expect(asked.text).toContain('Send money to a bank account: ₦1,234,567.00, reference salary-1.');
    expect(asked.text).toContain('Nothing was sent.');
    expect(asked.text).toMatch(/oware transfer --reference salary-1 --yes$/);
    expect(bodies).toEqual([]);
  });

  it('gets the given fields and none of the example', async () => {
    const { bodies } = await mode();
    await run('transfer', { ...transfer, yes: true });
    await run('bill', { reference: 'bill-1', yes: true });
    expect(bodies).toEqual([transfer, { reference: 'bill-1' }]);
    expect(seen[0]).toContain('₦1,234,567.00');
  });

  it('gets a batch only after its sum was shown', async () => {
    await mode();
    const rows = [{ amount: '1000.50' }, { amountKobo: 250_000 }];
    const data = JSON.stringify({ reference: 'payroll-1', rows });
    expect((await failure(run('batch', { data }))).text).toContain('₦3,500.50 in 2 rows');
    const unread = JSON.stringify({ reference: 'payroll-1', rows: [...rows, { amount: 'much' }] });
    expect((await failure(run('batch', { data: unread }))).text).toContain('an amount that cannot be read');
  });

  it('gets no payments to try', async () => {
    const { bodies } = await mode();
    const trigger = triggerCommand.handler({ scenario: 'transfer.success', json: false } as never);
    expect((await failure(trigger)).text).toContain('works with the live gateway');
    expect(bodies).toEqual([]);
  });
});

it('a command is quoted for a shell', () => {
  expect(shellCommand(['oware', 'bill', '--amount', '700.00', "it's", 'a b', '$HOME', '', 'MNFY|1'])).toBe(
    String.raw`oware bill --amount 700.00 'it'\''s' 'a b' '$HOME' '' 'MNFY|1'`,
  );
});
