import { createGatewayReads } from '../../../src/api/gateway-reads.js';
import { mountedRoutes } from '../../../src/api/mounted-routes.js';
import { openApiOf } from '../../../src/api/openapi.js';
import { createOwareClient, type OwareClientOptions } from '../../../src/client/client.js';
import type { Json, Schema } from './schema.js';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

/** An operation of the OpenAPI document, as far as it says what to send. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body?: { readonly schema: Schema; readonly example: Json };
}

interface Written {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': Operation['body'] } };
}

/** Every operation of the API, from its OpenAPI document alone. */
export function readOperations(): readonly Operation[] {
  const oware = createOwareClient({ taskQueue: 'none' } as OwareClientOptions);
  const mounted = mountedRoutes({ oware, gatewayReads: createGatewayReads(oware) });
  const { paths = {}, components } = openApiOf(mounted, { version: '0.0.0' });
  const schemas = components?.schemas as Readonly<Record<string, unknown>>;
  const withSchemas = (_name: string, value: unknown): unknown =>
    isRef(value) ? schemas[value.$ref.split('/').at(-1) ?? ''] : value;
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Readonly<Record<string, Written>>).map(([method, { parameters, requestBody }]) => {
      const body = requestBody?.content['application/json'];
      return {
        method: method.toUpperCase(),
        path,
        parameters: parameters ?? [],
        ...(body && {
          body: JSON.parse(JSON.stringify(body, withSchemas)) as NonNullable<Operation['body']>,
        }),
      };
    }),
  );
}

const isRef = (value: unknown): value is { readonly $ref: string } =>
  typeof value === 'object' && value !== null && '$ref' in value;
