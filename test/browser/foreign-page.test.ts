import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { describe, expect, inject, test as base } from 'vitest';
import { createSandbox } from '../../src/sandbox/sandbox.js';

interface Attack {
  /** Opens a page of the attacker in a real browser, at a name that resolves to this machine. */
  readonly open: (url: string) => Promise<Page>;
  readonly attackerPort: number;
  readonly sandbox: { readonly url: string; readonly port: number; readonly secretKey: string };
  readonly checkoutPath: string;
  /** The state file: every change of the sandbox is a line in it. */
  readonly state: () => string;
}

const START = Date.parse('2026-03-02T12:00:00+01:00');

const ATTACKER = '<!doctype html><title>Attacker</title>';

const test = base.extend<{ readonly attack: Attack }>({
  attack: async ({ skip }, use) => {
    const executablePath = inject('chromium');
    if (executablePath === null) return skip('Chromium is not installed');
    const folder = mkdtempSync(join(tmpdir(), 'oware-foreign-'));
    const stateFile = join(folder, 'state.jsonl');
    // at one moment: the daily settlement changes the state by itself
    const sandbox = createSandbox({ stateFile, now: () => START });
    const { url } = await sandbox.listen();
    const attacker = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end(ATTACKER),
    );
    await new Promise<void>((resolve) => attacker.listen(0, '127.0.0.1', resolve));
    const rules = ['MAP evil.example 127.0.0.1', 'MAP rebound.example 127.0.0.1'];
    const args = [
      `--host-resolver-rules=${rules.join(',')}`,
      // newer browsers block such requests themselves; the test needs the sandbox to do it
      '--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ];
    const browser = await chromium.launch({ executablePath, args, headless: true });
    await use({
      async open(at) {
        const page = await browser.newPage();
        await page.goto(at);
        return page;
      },
      attackerPort: (attacker.address() as AddressInfo).port,
      sandbox: { url, port: Number(new URL(url).port), secretKey: sandbox.merchants.first().secretKey },
      checkoutPath: await beginCheckout(url, sandbox.merchants.first()),
      state: () => readFileSync(stateFile, 'utf8'),
    });
    await browser.close();
    attacker.closeAllConnections();
    attacker.close();
    await sandbox.close();
    rmSync(folder, { recursive: true, force: true });
  },
});

/** A call from the merchant's server, without an Origin: it must keep working. */
async function beginCheckout(
  url: string,
  merchant: { apiKey: string; secretKey: string; contractCode: string },
) {
  const basic = Buffer.from(`${merchant.apiKey}:${merchant.secretKey}`).toString('base64');
  const bodyOf = async (path: string, headers: Record<string, string>, body?: object) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    return ((await response.json()) as { responseBody: Record<string, string> }).responseBody;
  };
  const { accessToken } = await bodyOf('/api/v1/auth/login', { authorization: `Basic ${basic}` });
  const { transactionReference = '' } = await bodyOf(
    '/api/v1/merchant/transactions/init-transaction',
    { authorization: `Bearer ${accessToken}` },
    {
      amount: 4000,
      customerEmail: 'ada@example.com',
      paymentReference: 'order-1',
      currencyCode: 'NGN',
      contractCode: merchant.contractCode,
    },
  );
  return `/checkout/${encodeURIComponent(transactionReference)}`;
}

/** Runs a script in a page. It is text because this project has no browser types. */
const run = <Result>(page: Page, script: string, given: unknown): Promise<Result> =>
  page.evaluate<Result>(`(${script})(${JSON.stringify(given)})`);

const SECRETS = [
  '/sandbox/merchants',
  '/sandbox/inbox',
  '/sandbox/deliveries',
  '/',
  '/inbox',
  '/dashboard/keys',
];

/** Sends every kind of request that a script can send from a page, and returns everything that it could read. */
async function tryEverything(page: Page, target: string, checkoutPath: string): Promise<string> {
  return run<string>(
    page,
    `async ({ target, secrets, checkoutPath }) => {
      let received = '';
      const send = async (path, options) => {
        try {
          const response = await fetch(target + path, options);
          received += response.type + ' ' + (await response.text());
        } catch (error) {
          received += String(error);
        }
      };
      for (const path of secrets) {
        await send(path, {});
        await send(path, { mode: 'no-cors' });
        await send(path, { credentials: 'include' });
      }
      const rotate = '/sandbox/merchants/M1/rotate-secret';
      await send(rotate, { method: 'POST', mode: 'no-cors' });
      await send(rotate, { method: 'POST' });
      await send(rotate, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
      await send('/sandbox/merchants', { method: 'POST', mode: 'no-cors', body: '{"name":"Evil"}' });
      await send('/sandbox/merchants/M1', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: '{"webhookUrls":{"all":"http://evil.example/"}}',
      });
      await send('/sandbox/faults', { method: 'DELETE' });
      await send('/clock', { method: 'POST', mode: 'no-cors', body: new URLSearchParams({ duration: '2h' }) });
      await send('/dashboard/settlements', { method: 'POST', mode: 'no-cors' });
      await send(checkoutPath + '/transfer', { method: 'POST', mode: 'no-cors' });
      return received;
    }`,
    { target, secrets: SECRETS, checkoutPath },
  );
}

/** Submits a form like a click, and returns the response status. */
async function submit(page: Page, action: string, fields: Record<string, string> = {}): Promise<number> {
  const responded = page.waitForResponse((response) => response.url() === action);
  await run(
    page,
    `({ action, fields }) => {
      const form = document.body.appendChild(document.createElement('form'));
      form.method = 'post';
      form.action = action;
      for (const [name, value] of Object.entries(fields)) {
        const input = form.appendChild(document.createElement('input'));
        Object.assign(input, { type: 'hidden', name, value });
      }
      form.submit();
    }`,
    { action, fields },
  );
  return (await responded).status();
}

describe.each([
  ['of another site', 'http://evil.example'],
  ['on another port of this machine', 'http://127.0.0.1'],
])('a web page %s', (_what, origin) => {
  test('reads no key and changes nothing with scripts', async ({ attack }) => {
    const before = attack.state();
    const page = await attack.open(`${origin}:${attack.attackerPort}/`);
    const received = await tryEverything(page, attack.sandbox.url, attack.checkoutPath);
    expect(received).toContain('TypeError');
    expect(received).not.toContain(attack.sandbox.secretKey);
    expect(received).not.toMatch(/MK_TEST_|secretKey|Calabash/);
    expect(attack.state()).toBe(before);
  });

  test('changes nothing with forms', async ({ attack }) => {
    const before = attack.state();
    const actions = [
      '/clock',
      '/dashboard/settlements',
      '/dashboard/faults/clear',
      '/simulator',
      `${attack.checkoutPath}/transfer`,
      '/sandbox/merchants/M1/rotate-secret',
    ];
    for (const action of actions) {
      const page = await attack.open(`${origin}:${attack.attackerPort}/`);
      expect(await submit(page, attack.sandbox.url + action, { duration: '2h' })).toBe(403);
      await page.close();
    }
    expect(attack.state()).toBe(before);
  });

  test('shows nothing of the sandbox in a frame or as a script', async ({ attack }) => {
    const page = await attack.open(`${origin}:${attack.attackerPort}/`);
    await run(
      page,
      `(url) => Promise.all(['/dashboard/keys', '/sandbox/merchants'].map((path) => new Promise((resolve) => {
        const frame = document.body.appendChild(document.createElement('iframe'));
        frame.onload = frame.onerror = resolve;
        frame.src = url + path;
        const script = document.head.appendChild(document.createElement('script'));
        script.src = url + path;
      })))`,
      attack.sandbox.url,
    );
    const texts = await Promise.all(page.frames().map((frame) => frame.content().catch(() => '')));
    expect(texts.join('')).not.toContain(attack.sandbox.secretKey);
  });
});

describe('a web page whose name resolves to this machine (DNS rebinding)', () => {
  test('has the same origin as the sandbox in the browser, and still reads no key and changes nothing', async ({
    attack,
  }) => {
    const before = attack.state();
    const target = `http://rebound.example:${attack.sandbox.port}`;
    const page = await attack.open('about:blank');
    // what the attacker's server returned under this name and port before the name resolved to this machine
    await page.route(`${target}/attack`, (route) =>
      route.fulfill({ contentType: 'text/html', body: ATTACKER }),
    );
    await page.goto(`${target}/attack`);
    // same origin to the browser: only the Host distinguishes it from the sandbox's own pages
    const received = await tryEverything(page, target, attack.checkoutPath);
    expect(received).toContain('Host rebound.example');
    expect(received).not.toContain(attack.sandbox.secretKey);
    expect(received).not.toMatch(/MK_TEST_|secretKey|Calabash/);
    expect(await submit(page, `${target}/clock`, { duration: '2h' })).toBe(403);
    expect(attack.state()).toBe(before);
  });
});

describe('the sandbox’s own pages', () => {
  test('still work, and so do their forms', async ({ attack }) => {
    const before = attack.state();
    const page = await attack.open(`${attack.sandbox.url}/dashboard/keys`);
    expect(await page.content()).toContain(attack.sandbox.secretKey);
    expect(await submit(page, `${attack.sandbox.url}/clock`, { duration: '2h' })).toBe(303);
    expect(attack.state()).not.toBe(before);
  });
});
