import { expect, test } from 'vitest';
import type { Endpoint } from '../../src/gateway/spec/endpoint.js';
import { type EndpointName, ENDPOINTS } from '../../src/gateway/endpoints.js';
import { GatewayError } from '../../src/gateway/http/errors.js';
import { redact } from '../../src/gateway/http/redact.js';
import { CASES } from './contract/cases.js';
import { connect, KEYS, refusal, type Reply, startLoopback, tokenReply } from './loopback.js';
import { recordingLog } from './recording-log.js';

const TOKEN = 'opaque.token.value';

/** A gateway that repeats what it received, as some refusals do. */
async function everythingSaid(name: EndpointName, status: number): Promise<string> {
  const gateway = await startLoopback(
    ({ headers, body, url }) => refusal(status, `no: ${headers.authorization} ${url} ${body}`),
    () => tokenReply(TOKEN),
  );
  const log = recordingLog();
  const error: unknown = await connect(gateway.url, { log })
    .call(ENDPOINTS[name] as Endpoint, CASES[name].request)
    .catch((reason: unknown) => reason);
  const exposed = error instanceof GatewayError ? [error.message, error.stack, error.context] : [error];
  const said = JSON.stringify([exposed, log.lines]);
  expect(said).toContain('no: Bearer [redacted]');
  return said;
}

test.each<[EndpointName, number, string[]]>([
  ['chargeCard', 400, ['4111111111111111', '1234', '123"', '2027']],
  ['chargeCard', 500, ['4111111111111111', '"pin":"1234']],
  ['authorizeThreeDs', 422, ['4111111111111111']],
  ['authorizeOtp', 422, ['123456']],
  ['validateTransferOtp', 400, ['491763']],
  ['chargeCardToken', 400, ['MNFY_0123456789ABCDEF', 'ada@example.com', 'Ada Obi']],
  ['updateKycInfo', 400, ['12345678901', '10987654321']],
  ['matchBvnDetails', 403, ['12345678901', '08030000000', 'Ada Obi']],
  ['getNinDetails', 500, ['12345678901']],
  ['initiateTransfer', 400, ['0123456789', 'Ada Obi']],
  ['enquireName', 500, ['0123456789']],
])('%s refused with %i repeats no key, token or personal data', async (name, status, personal) => {
  const said = await everythingSaid(name, status);
  for (const secret of [KEYS.secretKey, KEYS.apiKey, TOKEN, ...personal]) expect(said).not.toContain(secret);
});

test('a failed login logs neither the keys nor their encoded form', async () => {
  const basic = Buffer.from(`${KEYS.apiKey}:${KEYS.secretKey}`).toString('base64');
  const echo: Reply = refusal(401, `bad credentials ${basic} ${KEYS.secretKey}`);
  const gateway = await startLoopback(
    () => undefined,
    () => echo,
  );
  const log = recordingLog();
  const error: unknown = await connect(gateway.url, { log })
    .call(ENDPOINTS.getTransaction, { transactionReference: 'x' })
    .catch((reason: unknown) => reason);
  const said = JSON.stringify([String(error), log.lines]);
  expect(said).toContain('bad credentials');
  expect(said).not.toContain(basic);
  expect(said).not.toContain(KEYS.secretKey);
});

test('each call logs one line with its id, its duration and its path template', async () => {
  const gateway = await startLoopback(() => refusal(404, 'none'));
  const log = recordingLog();
  await connect(gateway.url, { log }).call(ENDPOINTS.getTransaction, { transactionReference: 'MNFY|1' });
  expect(log.lines).toMatchObject([
    { endpoint: 'login', outcome: 'ok', httpStatus: 200 },
    {
      endpoint: 'getTransaction',
      method: 'GET',
      path: '/api/v2/transactions/{transactionReference}',
      outcome: 'not-found',
      httpStatus: 404,
    },
  ]);
  const [, line] = log.lines as { requestId: string; ms: number }[];
  expect(line?.requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(line?.ms).toBeGreaterThan(0);
});

test('a message of a million letters is cut before the patterns read it', () => {
  expect(redact('a'.repeat(1_000_000), [])).toBe('a'.repeat(300));
  expect(redact('1 '.repeat(500_000), [])).toBe('');
  expect(redact(`no: ada.obi@example.com ${'a'.repeat(1_000_000)}`, [])).toMatch(/^no: \[redacted\] a+$/);
});

/** Where it may be cut, closely around what is shown and what is read; and some places between. */
const every = (step: number, from: number, to: number) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, n) => from + n * step);
const PLACES = [...every(13, 0, 400), ...every(101, 400, 1_900), ...every(13, 1_900, 2_450)];

test.each([
  ['the value of a field', 'Zainab Zubairu', ['Zainab Zubairu']],
  ['a long value', 'Z'.repeat(900), ['Z'.repeat(900)]],
  ['an e-mail address', 'zainab.zubairu@example.com', []],
  ['a card number', '5061460410120223210', []],
])('%s is not shown by half, wherever it stands in a long message', (_what, secret, secrets) => {
  // what is masked before it makes room for what follows
  for (const before of ['', `${'0'.repeat(1_500)} `, `${'9'.repeat(2_100)} `]) {
    for (const at of PLACES) {
      const text = `${before}${'- '.repeat(at / 2)} ${secret} ${'- '.repeat(3_000)}`;
      const shown = redact(text, secrets);
      expect(shown).not.toMatch(/[zZ]|\d{3}/);
    }
  }
});
