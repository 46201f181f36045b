import { z } from 'zod';
import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import { type AnyKind, KINDS, nameOf } from '../client/kinds.js';
import type { Mounted } from './mounted-routes.js';
import { time } from './views/fields.js';

/** The webhooks that Oware sends, each with the view that the routes of its lifecycle reply with. */
export function webhooksOf(mounted: readonly Mounted[]): Record<string, ZodOpenApiPathItemObject> {
  const entries = KINDS.flatMap((kind) => {
    const view = mounted.find(({ path }) => path === kind.path)?.routes.view;
    if (view === undefined) return [];
    const data = webhookData(kind, view);
    return Object.entries(kind.webhooks).map(([end, about]) => {
      const type = `${nameOf(kind)}.${end}`;
      return [type, { post: toOperation(kind, type, about, data) }] as const;
    });
  });
  return Object.fromEntries(entries);
}

/** What a webhook of this lifecycle carries; some have further fields. */
export function webhookData({ viewName }: AnyKind, view: z.ZodObject): z.ZodObject {
  return z
    .looseObject({ reference: z.string(), epoch: time, sequence: z.int(), [viewName]: view })
    .meta({ id: `${inCamelCase(viewName)}WebhookData` });
}

const HEADERS = z.object({
  'webhook-id': z.string().meta({ description: 'the same for every repeat' }),
  'webhook-timestamp': z.string().meta({ description: 'when this attempt was signed, in seconds' }),
  'webhook-signature': z.string().meta({ description: 'of the bytes of the body, by Standard Webhooks' }),
});

function toOperation({ path }: AnyKind, type: string, about: string, data: z.ZodObject) {
  return {
    operationId: `receive${inCamelCase(type)}`,
    tags: [path.split('/')[2] ?? ''],
    summary: type,
    description: about,
    security: [],
    requestParams: { header: HEADERS },
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: z.strictObject({ type: z.literal(type), timestamp: time, data }),
        },
      },
    },
    responses: {
      '2XX': { description: 'Received. After any other reply, or none, Oware sends it again.' },
    },
  };
}

/** `reserved-account.credited-after-end` is `ReservedAccountCreditedAfterEnd`. */
function inCamelCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
