import { setMaxListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serve, type Serving } from '../serve.js';
import { BodyTooLargeError, forward, type Forwarded, passOn } from './forward.js';
import { readSettings } from './settings.js';
import { type Refused, refuse, type Rules } from './rules.js';
import { GRPC } from '../../domain/grpc-status.js';

export interface WebUiOptions extends Rules {
  readonly host: string;
  readonly port: number;
  /** The port on loopback where Temporal serves its UI, unprotected. */
  readonly hiddenPort: number;
}

/**
 * Temporal's Web UI for this machine only. The dev server's own answers every web page that points its name at this
 * machine, and its buttons change workflows past Oware's rules; it has no switch for either. So it listens on a port that
 * is not told, and this server passes on what the rules allow.
 */
export async function openWebUi({ host, port, hiddenPort, ...rules }: WebUiOptions): Promise<Serving> {
  const closing = new AbortController();
  // one for each request under way
  setMaxListeners(0, closing.signal);
  const to = { port: hiddenPort, signal: closing.signal };
  const { url, close } = await serve(
    (request, response) => {
      handle(request, response, rules, to).catch((error: unknown) => {
        if (response.headersSent) response.destroy();
        else answer(response, toRefused(error));
      });
    },
    host,
    port,
  );
  return {
    url,
    close: () => {
      // pages wait for events in requests that take a minute
      closing.abort();
      return close();
    },
  };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  rules: Rules,
  to: Forwarded,
): Promise<void> {
  const refused = refuse(request, rules);
  if (refused) answer(response, refused);
  else if (isSettings(request) && !rules.canWrite) await readSettings(request, response, to);
  else await passOn(await forward(request, response, to), response);
}

/** The pages add a question mark to every address. */
const isSettings = ({ url = '' }: IncomingMessage) => url.split('?')[0] === '/api/v1/settings';

function toRefused(error: unknown): Refused {
  if (error instanceof BodyTooLargeError) return { status: 413, message: error.message };
  return { status: 502, message: 'The Web UI of Temporal does not respond.' };
}

/** In the form of Temporal's own errors, which the pages show. */
function answer(response: ServerResponse, { status, message }: Refused): void {
  // what is left of a refused body is not read
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ code: GRPC.PERMISSION_DENIED, message }));
}
