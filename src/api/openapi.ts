import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { type Mounted, pathOf } from './mounted-routes.js';
import { SCOPES } from './bearer.js';
import type { DescribedRoute } from './described-routes.js';
import { exampleOf } from './examples.js';
import { MAX_KEY_LENGTH } from '../requests/idempotency-key.js';
import { type ProblemName, PROBLEMS, typeOf } from '../requests/problem.js';
import { TAGS } from './tags.js';
import { reviewItem } from './views/standing.js';
import { webhooksOf } from './openapi-webhooks.js';

export type OpenApiDocument = ReturnType<typeof createDocument>;

export interface DocumentOptions {
  readonly version: string;
}

/** The OpenAPI document of the routes that need an API key, made of what is written beside each of them. */
export function openApiOf(mounted: readonly Mounted[], { version }: DocumentOptions): OpenApiDocument {
  const operations = mounted.flatMap(({ path: mount, routes }) =>
    routes.described.map((route) => ({ route, path: pathOf(mount, route.path) })),
  );
  const now = Date.now();
  const paths: ZodOpenApiPathsObject = {};
  for (const { route, path } of operations) {
    paths[path] = { ...paths[path], [route.method]: toOperation(route, path, now) };
  }
  const tags = [...new Set(operations.map(({ path }) => tagOf(path)))];
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Oware',
        version,
        description: ABOUT,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      tags: tags.map((name) => ({ name, description: TAGS[name] ?? '' })),
      security: [{ apiKey: [] }],
      paths,
      webhooks: webhooksOf(mounted),
      components: {
        securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: SCOPES_ABOUT } },
      },
    },
    { reused: 'inline' },
  );
}

const ABOUT = [
  'Durable payments on Temporal. Repeating a request is safe: the same reference with the same terms gets the same answer.',
  'Refusals are problem replies (RFC 9457): `type` is stable, `moneyMoved` says what happened to the money, `retry` what the caller may do.',
].join('\n\n');

const SCOPES_ABOUT = Object.entries(SCOPES)
  .map(([scope, about]) => `\`${scope}\`: ${about}`)
  .join('\n\n');

const tagOf = (path: string) => path.split('/')[2] ?? '';

function toOperation(route: DescribedRoute, path: string, now: number): ZodOpenApiOperationObject {
  const { method, summary, detail, scope, params = {}, query, body, otherBodies = [] } = route;
  const example = exampleOf(route, path, now);
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']) => [name, params[name] ?? paramOf(name)] as const,
  );
  return {
    operationId: operationIdOf(method, path),
    tags: [tagOf(path)],
    summary,
    description: [detail, `Needs the scope \`${scope}\`.`].filter(Boolean).join(' '),
    requestParams: {
      ...(parameters.length > 0 && { path: z.object(Object.fromEntries(parameters)) }),
      ...(query && { query }),
      ...(route.takesKey && { header: z.object({ 'Idempotency-Key': KEY.optional() }) }),
    },
    ...(body && {
      requestBody: {
        required: !isOptional(body),
        content: {
          'application/json': { schema: body, ...(example !== undefined && { example }) },
          ...Object.fromEntries(otherBodies.map((type) => [type, { schema: z.string() }])),
        },
      },
    }),
    responses: { ...toReplies(route), ...toProblemReplies(route, path) },
  };
}

const isOptional = (body: z.ZodType) => body.safeParse({}).success;

/** `POST /v1/checkouts/{reference}/cancel` is `postCheckoutsReferenceCancel`. */
function operationIdOf(method: string, path: string): string {
  const words = path.replace('/v1/', '').split(/[^A-Za-z0-9]+/);
  return [method, ...words.filter(Boolean).map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join(
    '',
  );
}

const REFERENCE = z.string().meta({ description: 'the reference of the merchant', example: 'order-1' });

const paramOf = (name: string): z.ZodType => (name === 'reference' ? REFERENCE : z.string());

const KEY = z
  .string()
  .min(1)
  .max(MAX_KEY_LENGTH)
  .meta({ description: 'the same key with the same request gets the same answer' });

function toReplies({ replies }: DescribedRoute) {
  const entries = Object.entries(replies).map(([status, { about, schema, contentType, headers = {} }]) => {
    const content = schema && { [contentType ?? 'application/json']: { schema } };
    return [
      status,
      {
        description: about,
        ...(content && { content }),
        ...(Object.keys(headers).length > 0 && {
          headers: Object.fromEntries(
            Object.entries(headers).map(([name, description]) => [
              name,
              { description, schema: { type: 'string' as const } },
            ]),
          ),
        }),
      },
    ] as const;
  });
  return Object.fromEntries(entries);
}

const FOR_ALL: readonly ProblemName[] = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'rate-limited',
  'internal',
  'unavailable',
  'in-progress',
];
const WITH_BODY: readonly ProblemName[] = [
  'broken-body',
  'body-timeout',
  'too-large',
  'wrong-content-type',
  'encoded-body',
];

/** Every problem that a route may reply with. */
export function problemsOf({ body, problems = [] }: DescribedRoute, path: string): readonly ProblemName[] {
  const isOfOne = path.includes('{');
  return [
    ...new Set([
      ...FOR_ALL,
      ...(isOfOne ? (['not-found'] as const) : []),
      ...(body ? WITH_BODY : []),
      ...problems,
    ]),
  ];
}

/** One reply for each status; `type` says which of its problems it is. */
function toProblemReplies(route: DescribedRoute, path: string) {
  const all = problemsOf(route, path);
  const statuses = [...new Set(all.map((name) => PROBLEMS[name].status))].sort();
  const entries = statuses.map((status) => {
    const names = all.filter((name) => PROBLEMS[name].status === status);
    const description = names.map((name) => `\`${name}\`: ${PROBLEMS[name].title}`).join('. ');
    return [status, { description, content: { 'application/problem+json': { schema: problemView } } }];
  });
  return Object.fromEntries(entries) as Record<string, { description: string }>;
}

const fieldProblem = z.object({
  field: z.string(),
  message: z.string(),
  line: z.int().optional().meta({ description: 'in a batch: the line, or the number of the row' }),
});

export const problemView = z
  .looseObject({
    type: z.enum((Object.keys(PROBLEMS) as ProblemName[]).map(typeOf)),
    status: z.int(),
    title: z.string(),
    moneyMoved: z.enum(['no', 'unknown', 'yes']),
    retry: z.enum(['never', 'same-reference', 'later']),
    detail: z.string(),
    requestId: z.string().meta({ description: 'also in the logs, and in the header X-Request-Id' }),
    errors: z.array(fieldProblem).optional(),
    differences: z.array(z.string()).optional(),
    reviewItem: reviewItem.optional(),
  })
  .meta({ id: 'Problem' });
