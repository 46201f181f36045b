import { type Request, type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import { requireScope, type Scope } from './bearer.js';
import { refuseKey } from '../requests/idempotency-key.js';
import { parse } from '../requests/parse.js';
import type { ProblemName } from '../requests/problem.js';

export const METHODS = ['get', 'post', 'put', 'delete'] as const;

export type Method = (typeof METHODS)[number];

/** What a route replies with, apart from problems. */
export interface Reply {
  readonly about: string;
  readonly schema?: z.ZodType;
  /** JSON unless given. */
  readonly contentType?: string;
  /** Names of headers, and what they say. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A body to start from; one with dates is made for a day. */
export type Example = Readonly<Record<string, unknown>> | ((now: number) => object);

/** What people and programs read about a route: the OpenAPI document is made of it, and so is what the route checks. */
export interface About<Query extends z.ZodObject = z.ZodObject> {
  /** A sentence of a few words. */
  readonly summary: string;
  readonly detail?: string;
  /** What the API key must list. */
  readonly scope: Scope;
  /** The path parameters that can only have one form; others name something that may not exist. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  /** The query parameters; any other is refused. */
  readonly query?: Query;
  /** The body, by the schema that reads it. Without one, a route takes no fields. */
  readonly body?: z.ZodType;
  /** A body that works with the sandbox of `npm start`. */
  readonly example?: Example;
  /** Other content types that the body may have. */
  readonly otherBodies?: readonly string[];
  /** A repeat with the same Idempotency-Key gets the same answer. */
  readonly takesKey?: true;
  readonly replies: Readonly<Record<number, Reply>>;
  /** Problems of just this route; those of every route are added. */
  readonly problems?: readonly ProblemName[];
}

export interface DescribedRoute extends About {
  readonly method: Method;
  /** As express writes it, from the mount path: `/:reference/cancel`. */
  readonly path: string;
}

type ParamsIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { readonly [Key in Name]: string } & ParamsIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? { readonly [Key in Name]: string }
    : object;

type Handler<Path extends string, Query extends z.ZodObject> = (
  request: Request<ParamsIn<Path> & Record<string, string>>,
  response: Response,
  query: z.output<Query>,
) => void | Promise<void>;

type Add = <const Path extends string, Query extends z.ZodObject>(
  path: Path,
  about: About<Query>,
  handler: Handler<Path, Query>,
) => void;

/** Routes with what is written about them; nothing else can be mounted, so nothing is left out of the documents. */
export interface Routes extends Readonly<Record<Method, Add>> {
  readonly router: Router;
  readonly described: readonly DescribedRoute[];
  /** Of the routes of a lifecycle: what they, and its webhooks, show of it. */
  readonly view: z.ZodObject | undefined;
}

const NOTHING = z.strictObject({});

export function createRoutes(view?: z.ZodObject): Routes {
  const router = Router();
  const described: DescribedRoute[] = [];
  const adder =
    (method: Method): Add =>
    (path, about, handler) => {
      described.push({ ...about, method, path });
      const { scope, params = {}, query = NOTHING, body, takesKey } = about;
      const ofPath = z.object(params);
      const handle: RequestHandler = (request, response) => {
        requireScope(response, scope);
        parse(ofPath, request.params);
        if (takesKey) refuseKey(request.get('idempotency-key'));
        if (!body) parse(NOTHING, request.body);
        return handler(request as never, response, parse(query, request.query) as never);
      };
      router[method](path, handle);
    };
  return {
    router,
    described,
    view,
    get: adder('get'),
    post: adder('post'),
    put: adder('put'),
    delete: adder('delete'),
  };
}
