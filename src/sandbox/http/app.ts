import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express';
import { type Sending, whole } from '../faults/strike.js';
import { clockBanner } from '../pages/clock-view.js';
import { createHtmlForm } from '../pages/html.js';
import { type World } from '../world.js';
import { serveGateway } from './gateway.js';
import { createMatcher } from './matcher.js';
import { malformed, Refusal } from './refusal.js';
import { ENVELOPE, type Form, PLAIN, type Reply } from './reply.js';
import { type OwnAddresses } from '../../pages/foreign-pages.js';
import { refuseForeign } from './callers.js';
import { found, type Find, refuseOtherThanJson, refuseTooDeep, toCall, toRefusal } from './requests.js';
import { type OwnRoute, type Route } from './route.js';

const LARGEST_BODY = '2mb';

export interface Routes {
  readonly gateway: readonly Route[];
  readonly control: readonly OwnRoute[];
  readonly pages: readonly OwnRoute[];
}

export function createApp(world: World, routes: Routes, own: OwnAddresses): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  // before the body is read
  app.use((request, _response, next) => {
    refuseForeign(request, own);
    next();
  });
  app.use(express.json({ limit: LARGEST_BODY, strict: false }));
  app.use(express.urlencoded({ limit: LARGEST_BODY, extended: false }));
  const gateway = createMatcher(routes.gateway);
  const control = createMatcher(routes.control);
  const pages = createMatcher(routes.pages);
  const html = createHtmlForm(() => clockBanner(world));
  /** The path decides the response format: gateway envelope, control API JSON or HTML. */
  const formOf = ({ path }: Request): Form => {
    if (path.startsWith('/api/')) return ENVELOPE;
    return path.startsWith('/sandbox/') || path === '/health' ? PLAIN : html;
  };
  app.use(async (request: Request, response: Response) => {
    const form = formOf(request);
    if (form === ENVELOPE) send(response, await serveGateway(world, request, gateway));
    else {
      const find = form === PLAIN ? control : pages;
      send(response, whole(await serveOwn({ world, request, find, form })));
    }
    world.agenda.wake();
  });
  app.use(unreadable(world, formOf));
  return app;
}

interface Own {
  readonly world: World;
  readonly request: Request;
  readonly find: Find<OwnRoute>;
  readonly form: Form;
}

async function serveOwn({ world, request, find, form }: Own): Promise<Reply> {
  try {
    const { route, params } = found(request, find);
    if (form === PLAIN) refuseOtherThanJson(request);
    refuseTooDeep(request);
    const call = toCall(world, request, params);
    if ('steps' in route) return form.success(await route.steps(call));
    return form.success(world.store.commit(() => route.handler(call)));
  } catch (error) {
    return toRefusal(world, form, error);
  }
}

/** No framing, no caching, no content sniffing; there are no CORS headers. */
const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

function send(response: Response, { reply, how }: Sending): void {
  if (how === 'reset') {
    response.socket?.resetAndDestroy();
    return;
  }
  const body = Buffer.from(reply.body);
  response.writeHead(reply.status, { ...SAFE_HEADERS, ...reply.headers, 'content-length': body.length });
  if (how === 'whole') response.end(body);
  else response.write(body.subarray(0, body.length / 2), () => response.socket?.destroy());
}

/** Foreign requests and unreadable bodies never reach a route. */
function unreadable(world: World, formOf: (request: Request) => Form): ErrorRequestHandler {
  return (error: { status?: number; type?: string }, request, response, next) => {
    if (response.headersSent) next(error);
    else send(response, whole(toRefusal(world, formOf(request), toReadError(error))));
  };
}

function toReadError(error: { status?: number; type?: string }): unknown {
  if (error instanceof Refusal) return error;
  if (error.type === 'entity.parse.failed') return malformed('the body is not JSON');
  if (error.type === 'entity.too.large') return new Refusal(413, `The body is larger than ${LARGEST_BODY}`);
  if (error.status !== undefined && error.status < 500) {
    return new Refusal(error.status, `The body cannot be read: ${error.type ?? 'unknown reason'}`);
  }
  return error;
}
