import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { logIn, type Side, startSandbox, terms } from './merchant-side.js';

const INIT = '/api/v1/merchant/transactions/init-transaction';

describe('an invalid request', () => {
  it.each([
    ['malformed JSON', '{"amount": 20', 'application/json', 400, 'the body is not JSON'],
    ['no object', '[]', 'application/json', 400, 'the body must be an object'],
    ['plain text', 'amount=20', 'text/plain', 415, 'Content type text/plain is not supported'],
    ['a form', 'amount=20', 'application/x-www-form-urlencoded', 415, 'is not supported'],
    ['ten megabytes', `{"amount":"${'9'.repeat(10_000_000)}"}`, 'application/json', 413, 'larger than 2mb'],
    ['an unknown charset', '{}', 'application/json; charset=klingon', 415, 'cannot be read'],
  ])('with %s gets an error in the envelope', async (_what, body, type, status, reason) => {
    const side = await startSandbox();
    const authorization = `Bearer ${await logIn(side.send, side.sandbox)}`;
    const answer = await side.send('POST', INIT, body, { 'content-type': type, authorization });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ requestSuccessful: false, responseCode: '99' });
    expect(answer.reason).toContain(reason);
  });

  it.each(['[', '{"a":'])('with %s nested 60,000 times is refused', async (opening) => {
    const side = await startSandbox();
    const closing = opening === '[' ? ']' : '}';
    const body = opening.repeat(60_000) + (opening === '[' ? '' : '1') + closing.repeat(60_000);
    const answer = await side.call('POST', INIT, body);
    expect(answer.status).toBe(400);
    expect(answer.reason).toContain('nested too deep');
    const control = await side.send('POST', '/sandbox/faults', body);
    expect(control.status).toBe(400);
  });

  it('to an unknown path is not found', async () => {
    const side = await startSandbox();
    const answer = await side.call('GET', '/api/v9/nothing');
    expect(answer.status).toBe(404);
    expect(answer.reason).toBe('Not found: GET /api/v9/nothing');
  });

  it('with a wrong method gets the allowed ones', async () => {
    const side = await startSandbox();
    const answer = await side.call('DELETE', INIT);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
    expect(answer.reason).toContain('only POST');
  });

  it('does not affect the next request', async () => {
    const side = await startSandbox();
    await side.call('POST', INIT, '{{{');
    expect((await side.call('POST', INIT, terms(side))).status).toBe(200);
  });
});

describe('a client that is slow or does not send HTTP', () => {
  /** Sends raw bytes, and returns the response until the server closes the connection. */
  async function sendRaw(side: Side, bytes: string): Promise<string> {
    const { hostname, port } = new URL(side.url);
    const socket = connect(Number(port), hostname).setEncoding('utf8');
    socket.write(bytes);
    let received = '';
    for await (const chunk of socket) received += String(chunk);
    return received;
  }

  it('gets an error in the envelope and is disconnected, and blocks no other client', async () => {
    const side = await startSandbox({ slowestRequestMs: 200 });
    const slow = sendRaw(
      side,
      `POST ${INIT} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{"amount"`,
    );
    expect((await side.send('GET', '/health')).body).toEqual({ status: 'up' });
    const received = await slow;
    expect(received).toContain('408 Request Timeout');
    expect(received).toContain('"responseMessage":"The request took too long to arrive"');
  });

  it('gets an error for invalid HTTP', async () => {
    const side = await startSandbox();
    const received = await sendRaw(side, 'HELLO SANDBOX\r\n\r\n');
    expect(received).toContain('400 Bad Request');
    expect(received).toContain('"requestSuccessful":false');
  });
});
