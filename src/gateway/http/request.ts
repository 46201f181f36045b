import type { z } from 'zod';
import type { EndpointDefinition } from '../spec/endpoint.js';
import { digitsOf, toJson } from '../formats/json.js';

/** What is sent, without the headers. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
}

/** A request that would break the contract; nothing was sent. */
export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest';
  readonly field: string;

  constructor(field: string, reason: string) {
    super(`${field}: ${reason}`);
    this.field = field;
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** The path of the endpoint at this gateway, and how it spells the fields. */
export interface Dialect {
  readonly path: string;
  readonly respell: (fields: Fields) => Fields;
}

export function buildRequest(
  endpoint: EndpointDefinition,
  request: Fields,
  { path, respell }: Dialect,
): WireRequest {
  const fields = respell(translate(endpoint, request));
  const { method } = endpoint;
  const [filled, rest] = path.includes('{') ? fillPath(path, fields) : [path, fields];
  if (method === 'GET' || method === 'DELETE') return { method, path: filled + queryOf(rest) };
  const content = endpoint.bodyFrom === undefined ? rest : rest[endpoint.bodyFrom];
  return isEmpty(rest) ? { method, path: filled } : { method, path: filled, body: toJson(content) };
}

/** A field in the path is not sent a second time. */
function fillPath(path: string, fields: Fields): [string, Fields] {
  const inPath = new Set<string>();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name);
    return pathSegment(name, fields[name]);
  });
  const rest = Object.entries(fields).filter(([name]) => !inPath.has(name));
  return [filled, Object.fromEntries(rest)];
}

const isEmpty = (fields: Fields) => Object.keys(fields).length === 0;

function translate(endpoint: EndpointDefinition, request: Fields): Fields {
  const parsed = endpoint.request.safeParse(request);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new InvalidRequest(fieldOf(issue), issue?.message ?? 'is not valid');
}

function fieldOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === 'unrecognized_keys') return issue.keys.join(', ');
  return issue?.path.map(String).join('.') || 'request';
}

function pathSegment(name: string, value: unknown): string {
  const segment = plainText(value);
  // a dot segment would be normalised away, and the call would reach another endpoint
  if (segment === '' || segment === '.' || segment === '..') {
    throw new InvalidRequest(name, 'cannot be part of a path');
  }
  return encodeURIComponent(segment);
}

function queryOf(fields: Fields): string {
  const pairs = Object.entries(fields).filter(([, value]) => value !== undefined);
  if (pairs.length === 0) return '';
  return `?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(plainText(value))}`).join('&')}`;
}

function plainText(value: unknown): string {
  return digitsOf(value) ?? (typeof value === 'string' ? value : JSON.stringify(value));
}
