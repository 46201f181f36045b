import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createGatewayClient, type GatewayClientOptions } from '../../src/gateway/http/client.js';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  /** Text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
}

/** Answers a request, or handles the response itself and returns nothing. */
export type Handler = (request: Received, response: ServerResponse) => Reply | undefined;

export const KEYS = { apiKey: 'MK_TEST_ABCDEFGHIJ', secretKey: 'S3CRETKEYS3CRETKEYS3CRETKEYS3CRE' };
export const CONTRACT = '1234567890';

export const ok = (responseBody: unknown): Reply => ({
  body: { requestSuccessful: true, responseMessage: 'success', responseCode: '0', responseBody },
});

export const refusal = (status: number, responseMessage: unknown, responseCode: unknown = '99'): Reply => ({
  status,
  body: { requestSuccessful: false, responseMessage, responseCode },
});

export const tokenReply = (accessToken = 'token-1', expiresIn = 3600): Reply =>
  ok({ accessToken, expiresIn });

/** A real HTTP server on loopback. It answers logins itself; `received` holds everything else. */
export async function startLoopback(handler: Handler, logIn: () => Reply = () => tokenReply()) {
  const received: Received[] = [];
  const logins: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const seen = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') };
      const isLogin = url === '/api/v1/auth/login';
      (isLogin ? logins : received).push(seen);
      const reply = isLogin ? logIn() : handler(seen, response);
      if (reply) write(response, reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  return { url, received, logins, close };
}

function write(response: ServerResponse, { status = 200, headers = {}, body = '' }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

export function connect(baseUrl: string, options: Partial<GatewayClientOptions> = {}) {
  const client = createGatewayClient({ ...KEYS, contractCode: CONTRACT, baseUrl, ...options });
  onTestFinished(() => client.close());
  return client;
}
