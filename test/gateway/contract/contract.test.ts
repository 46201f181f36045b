import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../../src/gateway/spec/endpoint.js';
import { type EndpointName, ENDPOINTS } from '../../../src/gateway/endpoints.js';
import { GatewayError } from '../../../src/gateway/http/errors.js';
import { recordingLog } from '../recording-log.js';
import { connect, ok, refusal, type Reply, startLoopback, tokenReply } from '../loopback.js';
import type { ContractCase } from './case.js';
import { CASES } from './cases.js';

type AnyCase = ContractCase<EndpointName>;
const cases = Object.entries(CASES) as [EndpointName, AnyCase][];

/** What each reply turns the call into: the kind of the answer, or of the failure. */
async function outcomesOf(name: EndpointName, replies: readonly Reply[]): Promise<string[]> {
  let reply: Reply = {};
  const gateway = await startLoopback(() => reply, name === 'login' ? () => reply : undefined);
  const client = connect(gateway.url);
  const outcomes: string[] = [];
  for (reply of replies) {
    const call = client.call(ENDPOINTS[name], CASES[name].request);
    outcomes.push(await call.then(({ kind }) => kind, kindOf));
  }
  return outcomes;
}

const kindOf = (error: unknown) => (error instanceof GatewayError ? error.kind : String(error));

describe.each(cases)('%s', (name, { request, sends, body, replies, gives, refuses = [] }) => {
  const endpoint = ENDPOINTS[name] as Endpoint;

  test('sends exactly the specified request, and reads the specified reply', async () => {
    const gateway = await startLoopback(
      () => ok(replies),
      () => (name === 'login' ? ok(replies) : tokenReply()),
    );
    const log = recordingLog();
    const answer = await connect(gateway.url, { log }).call(endpoint, request);

    const seen = name === 'login' ? gateway.logins : gateway.received;
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([sends]);
    expect(seen[0]?.body).toBe(body ?? '');
    expect(seen[0]?.headers['content-type']).toBe(body === undefined ? undefined : 'application/json');
    expect(seen[0]?.headers.authorization).toMatch(name === 'login' ? /^Basic / : /^Bearer token-1$/);
    expect(answer).toMatchObject({ kind: 'ok' });
    expect({ gives: answer.body }).toMatchObject({ gives });
    expect(log.warnings).toEqual([]);
  });

  test.each(refuses)('HTTP %i with code %s, "%s", becomes %s', async (status, code, message, becomes) => {
    expect(await outcomesOf(name, [refusal(status, message, code)])).toEqual([becomes]);
  });

  test('an untrusted reply is classified by the effect of the call', async () => {
    const silence = endpoint.effect === 'reads' ? 'unreachable' : 'outcome-unknown';
    const isRead = endpoint.effect === 'reads';
    const broken: [Reply, string][] = [
      [{ status: 502, body: '<html>Bad gateway</html>' }, silence],
      [{ status: 500, body: '' }, silence],
      [{ status: 400, body: 'Bad Request' }, isRead ? 'contract-violated' : 'outcome-unknown'],
      [{ status: 429, body: 'slow down' }, isRead ? 'rate-limited' : 'outcome-unknown'],
      [{ status: 403, body: '<html>Forbidden</html>' }, isRead ? 'not-authorised' : 'outcome-unknown'],
      [{ body: '{"requestSuccessful": tru' }, 'contract-violated'],
      [{ body: '' }, 'contract-violated'],
      [{ ...ok(replies), status: 400 }, 'contract-violated'],
    ];
    const outcomes = await outcomesOf(
      name,
      broken.map(([reply]) => reply),
    );
    expect(outcomes).toEqual(broken.map(([, kind]) => kind));
  });
});

test('every refusal that an endpoint declares has an example', () => {
  const shown = (name: EndpointName) => new Set(CASES[name].refuses?.map(([, , , becomes]) => becomes));
  const missing = (Object.values(ENDPOINTS) as Endpoint[]).flatMap(({ name, answers = {} }) =>
    Object.keys(answers)
      .filter((kind) => !shown(name as EndpointName).has(kind))
      .map((kind) => `${name}: ${kind}`),
  );
  expect(missing).toEqual([]);
});
