import { problemView } from '../../../src/api/openapi.js';
import { checkReply } from '../api/check-reply.js';
import type { BadRequest } from './bad-requests.js';

/** What came back over HTTP. */
export interface GivenReply {
  readonly status: number;
  readonly contentType: string;
  readonly requestId: string;
  readonly text: string;
}

interface NamedField {
  readonly field: string;
  readonly line?: number;
}

const STACK = /^\s+at .+:\d+/m;
const FILE = /(file:\/\/|node_modules|[\w/-]+\.(js|ts|cjs|mjs)\b)/;

/** What is wrong with a reply to bad input; empty if nothing is. */
export function complaintsAbout(
  {
    method,
    bad,
  }: { readonly method: string; readonly bad: Omit<BadRequest, 'status'> & { status?: number } },
  reply: GivenReply,
): readonly string[] {
  const { status, contentType, requestId, text } = reply;
  const found: string[] = [];
  if (bad.status === undefined ? ![400, 404, 429].includes(status) : status !== bad.status) {
    found.push(`status ${status}: ${text.slice(0, 300)}`);
  }
  if (!contentType.startsWith('application/problem+json')) return [...found, `content type ${contentType}`];
  if (STACK.test(text) || FILE.test(text)) found.push(`shows code: ${text.slice(0, 300)}`);
  const body = JSON.parse(text) as { readonly requestId?: string; readonly errors?: readonly NamedField[] };
  const { error } = problemView.safeParse(body);
  if (error) found.push(`not a problem reply: ${error.message}`);
  if (!requestId || body.requestId !== requestId) found.push('no request id');
  try {
    checkReply({ method, path: bad.path, status, body });
  } catch (undocumented) {
    found.push(String(undocumented));
  }
  const fields = (body.errors ?? []).map(nameOf);
  if (status === 400 && bad.field !== undefined && !fields.includes(bad.field)) {
    found.push(`names ${fields.join(', ') || 'no field'} instead of ${bad.field}`);
  }
  return found;
}

/** Problems of batches name the row by its line, because the row may be one of a file. */
function nameOf({ field, line }: NamedField): string {
  if (line === undefined) return field;
  return field === 'rows' ? `rows.${line - 1}` : `rows.${line - 1}.${field}`;
}
