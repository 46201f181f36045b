import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Webhook as Signer } from 'standardwebhooks';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Program, startProgram } from '../support/processes/program.js';

const RECEIVER = resolve(import.meta.dirname, '../../examples/python-receiver/receiver.py');
const secretOf = (name: string) => `whsec_${Buffer.from(`${name}, a secret of tests`).toString('base64')}`;
const [NEW, OLD, FOREIGN] = [secretOf('new'), secretOf('old'), secretOf('foreign')];
const MINUTE = 60_000;

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('The tests of the receiver in Python are skipped: python3 not found.');

const bodyOf = (reference: string, type = 'checkout.paid', fulfillable = true, sequence = 1) =>
  JSON.stringify({
    type,
    timestamp: '2026-01-15T09:30:00.000Z',
    data: { reference, epoch: '2026-01-15T09:00:00.000Z', sequence, checkout: { fulfillable } },
  });

interface Signed {
  readonly id: string;
  readonly body: string;
  readonly secrets?: readonly string[];
  readonly at?: Date;
}

const signed = ({ id, body, secrets = [NEW], at = new Date() }: Signed) => ({
  body,
  headers: {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Signer(secret).sign(id, at, body)).join(' '),
  },
});

describe.skipIf(!hasPython)('the receiver in Python', () => {
  let folder: string;
  let receiver: Program;
  let url: string;
  const start = async () => {
    const env = { RECEIVER_PORT: '0', OWARE_WEBHOOK_SECRET: `${NEW} ${OLD}` };
    receiver = startProgram('python3', [RECEIVER], { cwd: folder, env });
    url = /http:\S+/.exec(await receiver.says('listening on'))?.[0] ?? '';
  };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'oware-python-'));
    await start();
  });
  afterAll(async () => {
    await receiver.kill('SIGTERM');
    rmSync(folder, { recursive: true });
  });

  const send = async ({ body, headers }: { body: string; headers: Record<string, string> }) => {
    const reply = await request(url, { method: 'POST', headers, body });
    await reply.body.dump();
    return reply.statusCode;
  };

  it('ships a paid order once, though its webhook is repeated, also after a restart', async () => {
    const webhook = signed({ id: 'paid', body: bodyOf('order-1') });
    expect(await send(webhook)).toBe(204);
    await receiver.says('checkout.paid order-1: SHIP');
    expect(await send(webhook)).toBe(204);
    await receiver.says('checkout.paid order-1: repeated');
    await receiver.kill('SIGTERM');
    await start();
    expect(await send(webhook)).toBe(204);
    await receiver.says('checkout.paid order-1: repeated');
    expect(receiver.lines.filter((line) => line.includes('SHIP'))).toEqual([]);
  });

  it.each([
    ['with the old secret', [OLD]],
    ['with both secrets', [FOREIGN, NEW]],
  ])('accepts a webhook signed %s, while one replaces the other', async (name, secrets) => {
    const reference = name.replaceAll(' ', '-');
    expect(await send(signed({ id: reference, body: bodyOf(reference), secrets }))).toBe(204);
    await receiver.says(`checkout.paid ${reference}: SHIP`);
  });

  it.each([
    ['signed with another secret', signed({ id: 'a', body: bodyOf('forged'), secrets: [FOREIGN] })],
    ['of a changed order', { ...signed({ id: 'b', body: bodyOf('order-1') }), body: bodyOf('forged') }],
    [
      'that is six minutes old',
      signed({ id: 'c', body: bodyOf('forged'), at: new Date(Date.now() - 6 * MINUTE) }),
    ],
    ['from the future', signed({ id: 'd', body: bodyOf('forged'), at: new Date(Date.now() + 6 * MINUTE) })],
    ['without headers', { body: bodyOf('forged'), headers: {} }],
    [
      'with a timestamp that is none',
      {
        body: bodyOf('forged'),
        headers: { ...signed({ id: 'e', body: bodyOf('forged') }).headers, 'webhook-timestamp': '²' },
      },
    ],
  ])('refuses a webhook %s', async (_, webhook) => {
    expect(await send(webhook)).toBe(401);
    expect(receiver.lines.filter((line) => line.includes('forged'))).toEqual([]);
  });

  it('holds a late payment, and ships it once it is accepted', async () => {
    await send(signed({ id: 'late-1', body: bodyOf('late', 'checkout.on-hold', false, 1) }));
    await receiver.says('checkout.on-hold late: HOLD');
    await send(signed({ id: 'late-2', body: bodyOf('late', 'checkout.paid', true, 2) }));
    await receiver.says('checkout.paid late: SHIP');
  });

  it('does not ship when the payment was taken back before its webhook arrived', async () => {
    await send(signed({ id: 'back-2', body: bodyOf('back', 'checkout.unfulfillable', false, 2) }));
    await send(signed({ id: 'back-1', body: bodyOf('back', 'checkout.paid', true, 1) }));
    await receiver.says('checkout.paid back: noted');
  });
});
