import { createApi } from '../../src/api/app.js';
import { hashKey } from '../../src/api/bearer.js';
import { serve, type Serving } from '../../src/cli/serve.js';
import type { OwareClient } from '../../src/client/client.js';
import { SPECIFIED_EVENTS } from '../../src/gateway/events.js';

/** The API in front of whatever is given for the stories; its one key is `key`. */
export function serveApi(oware: OwareClient): Promise<Serving> {
  const app = createApi({
    oware,
    keys: [{ name: 'tests', sha256: hashKey('key') }],
    webhook: { secrets: ['secret'], profile: SPECIFIED_EVENTS },
    isReady: () => Promise.resolve(),
    log: { warn: () => undefined, error: () => undefined },
  });
  return serve(app, '127.0.0.1', 0);
}
