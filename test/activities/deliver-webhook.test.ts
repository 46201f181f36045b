import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWebhookSender } from '../../activities/deliver-webhook.js';
import { createPublicAgent, isPublicAddress } from '../../activities/webhook-agent.js';
import type { MerchantWebhook } from '../../src/domain/lifecycle/webhook.js';

const OLD = `whsec_${Buffer.from('the secret until the rotation').toString('base64')}`;
const NEW = `whsec_${Buffer.from('the secret after the rotation').toString('base64')}`;

const WEBHOOK = {} as MerchantWebhook;

interface Received {
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A merchant's service on loopback. */
async function receiver(status = 204, headers: Record<string, string> = {}) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString('utf8')));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(status, headers).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, received };
}

const MESSAGE = {
  id: 'msg_1',
  type: 'checkout.paid',
  timestamp: '2026-01-15T09:30:00.000Z',
  data: { reference: 'order-1', sequence: 1, checkout: { state: 'PAID' } },
};
const toMessage = () => MESSAGE;

const resolvesTo =
  (...addresses: string[]): LookupFunction =>
  (_hostname, options, callback) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (options.all) callback(null, found);
    else callback(null, addresses[0] ?? '', 4);
  };

describe('the signature of a webhook', () => {
  it.each([
    ['the old secret', OLD],
    ['the new secret', NEW],
  ])('is valid with %s during a rotation', async (_name, secret) => {
    const { port, received } = await receiver();
    await createWebhookSender({ url: `http://127.0.0.1:${port}`, secrets: [NEW, OLD] }, toMessage)(WEBHOOK);
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    const { id, ...sent } = MESSAGE;
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(sent);
    expect(headers['webhook-id']).toBe(id);
    expect(headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
  });
});

it('a redirect is a failed attempt, and is not followed', async () => {
  const other = await receiver();
  const { port } = await receiver(307, { location: `http://127.0.0.1:${other.port}/` });
  const send = createWebhookSender({ url: `http://127.0.0.1:${port}`, secrets: [NEW] }, toMessage);
  await expect(send(WEBHOOK)).rejects.toThrow("The merchant's webhook endpoint answered 307");
  expect(other.received).toEqual([]);
});

describe('a receiver that must be public', () => {
  const publicOnly = (url: string, lookup?: LookupFunction) =>
    createWebhookSender({ url, secrets: [NEW] }, toMessage, createPublicAgent(lookup));

  it.each([
    ['a loopback address', ['127.0.0.1']],
    ['an IPv4-mapped loopback address', ['::ffff:127.0.0.1']],
    ['a public and a private address', ['93.184.215.14', '127.0.0.1']],
  ])('gets nothing when its name resolves to %s', async (_name, addresses) => {
    const { port, received } = await receiver();
    const send = publicOnly(`http://shop.example:${port}`, resolvesTo(...addresses));
    await expect(send(WEBHOOK)).rejects.toThrow('its address is not public');
    expect(received).toEqual([]);
  });

  it('gets nothing when its URL names a loopback address', async () => {
    const { port, received } = await receiver();
    await expect(publicOnly(`http://127.0.0.1:${port}`)(WEBHOOK)).rejects.toThrow(
      'its address is not public',
    );
    await expect(publicOnly(`http://[::1]:${port}`)(WEBHOOK)).rejects.toThrow('its address is not public');
    // WHATWG URLs read a number as an IPv4 address
    await expect(publicOnly(`http://2130706433:${port}`)(WEBHOOK)).rejects.toThrow(
      'its address is not public',
    );
    expect(received).toEqual([]);
  });

  it('may be in the own network where that is allowed', async () => {
    const { port, received } = await receiver();
    await createWebhookSender({ url: `http://127.0.0.1:${port}`, secrets: [NEW] }, toMessage)(WEBHOOK);
    expect(received).toHaveLength(1);
  });
});

describe('a public address', () => {
  it.each(['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', '::ffff:93.184.215.14'])(
    'is %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.100.100.200',
    '127.8.8.8',
    '168.63.129.16',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'not an address',
  ])('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
