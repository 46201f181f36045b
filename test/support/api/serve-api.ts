import { type ApiDeps, createApi } from '../../../src/api/app.js';
import type { ApiLog } from '../../../src/api/log.js';
import { hashKey } from '../../../src/api/bearer.js';
import { serve, type ServeOptions, type Serving } from '../../../src/cli/serve.js';
import type { OwareClient } from '../../../src/client/client.js';
import { SPECIFIED_EVENTS } from '../../../src/gateway/events.js';
import { createReturnTokens } from '../../../src/secrets/return-tokens.js';

const returnTokens = createReturnTokens('a key of the tests');

/** The path of a checkout's return URL. */
export const returnPath = (reference: string) => `/return/${reference}/${returnTokens.of(reference)}`;

/** Drops every log line. */
export const SILENT: ApiLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The API with this client; its one API key is `key`. */
export function serveApi(
  oware: OwareClient,
  deps: Partial<ApiDeps> = {},
  options: ServeOptions = {},
): Promise<Serving> {
  const app = createApi({
    oware,
    keys: () => [{ name: 'tests', sha256: hashKey('key'), scopes: ['read', 'collect', 'pay', 'operate'] }],
    webhook: { secrets: ['secret'], profile: SPECIFIED_EVENTS },
    returnTokens,
    gatewayMode: 'sandbox',
    isReady: () => Promise.resolve(),
    log: SILENT,
    ...deps,
  });
  return serve(app, '127.0.0.1', 0, options);
}
