import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/sandbox.js';

/** 27 June 2026, 09:08:11 in Lagos. */
export const START = Date.parse('2026-06-27T08:08:11.000Z');

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Wire;
  /** The responseBody of the envelope. */
  readonly result: Wire;
  /** The error message of the envelope or of the control API. */
  readonly reason: unknown;
}

/** Untyped JSON: tests read responses without our schemas. */
export type Wire = Readonly<Record<string, unknown>>;

export interface Side {
  readonly sandbox: Sandbox;
  readonly url: string;
  /** Without a token. */
  readonly send: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer>;
  /** As the first merchant. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<Answer>;
}

export async function startSandbox(options: SandboxOptions = {}): Promise<Side> {
  const sandbox = createSandbox({ now: () => START, ...options });
  onTestFinished(() => sandbox.close());
  const { url } = await sandbox.listen();
  const send: Side['send'] = async (method, path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return read(response, await response.text());
  };
  let token = '';
  return {
    sandbox,
    url,
    send,
    async call(method, path, body) {
      const answer = await send(method, path, body, { authorization: `Bearer ${token}` });
      if (answer.status !== 401) return answer;
      token = await logIn(send, sandbox);
      return send(method, path, body, { authorization: `Bearer ${token}` });
    },
  };
}

export async function logIn(send: Side['send'], sandbox: Sandbox): Promise<string> {
  const { apiKey, secretKey } = sandbox.merchants.first();
  const basic = Buffer.from(`${apiKey}:${secretKey}`).toString('base64');
  const { result } = await send('POST', '/api/v1/auth/login', undefined, { authorization: `Basic ${basic}` });
  return result.accessToken as string;
}

function read({ status, headers }: Response, text: string): Answer {
  const isJson = headers.get('content-type')?.includes('json') ?? false;
  const body = isJson ? (JSON.parse(text) as Wire) : {};
  const result = (body.responseBody ?? {}) as Wire;
  return { status, headers, text, body, result, reason: body.responseMessage ?? body.reason };
}

export interface ReceivedEvent {
  readonly body: string;
  readonly signature: string | undefined;
}

/** The merchant's webhook endpoint: records events, and responds with the given statuses. */
export async function startListener(answers: readonly number[] = []) {
  const received: ReceivedEvent[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.writeHead(answers[received.length] ?? 200).end('thanks');
      const signature = request.headers['service-signature'];
      received.push({ body: Buffer.concat(chunks).toString(), signature: signature?.toString() });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events` };
}

/** The request for a payment of 4,000 naira. */
export function terms(side: Side, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    amount: 4000,
    customerName: 'Ada Obi',
    customerEmail: 'ada@example.com',
    paymentReference: 'order-1',
    paymentDescription: 'Two calabashes',
    currencyCode: 'NGN',
    contractCode: side.sandbox.merchants.first().contractCode,
    ...changes,
  };
}

/** Opens a payment and requests its virtual account. */
export async function beginTransfer(side: Side, changes: Record<string, unknown> = {}) {
  const init = await side.call(
    'POST',
    '/api/v1/merchant/transactions/init-transaction',
    terms(side, changes),
  );
  const transactionReference = init.result.transactionReference as string;
  const account = await side.call('POST', '/api/v1/merchant/bank-transfer/init-payment', {
    transactionReference,
  });
  const { bankCode, accountNumber } = account.result as Record<string, string>;
  return { transactionReference, bankCode, accountNumber, account: account.result };
}

export const pay = (side: Side, body: unknown): Promise<Answer> =>
  side.send('POST', '/sandbox/bank-simulator/payments', body);

export async function statusOf(side: Side, transactionReference: string): Promise<Answer> {
  return side.call('GET', `/api/v2/transactions/${encodeURIComponent(transactionReference)}`);
}
