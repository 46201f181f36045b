import { redact } from '../domain/redact.js';

const MAX_LENGTH = 2_000;

/** What an operator sees of an unmatched event. */
export function redactedExcerpt(body: Buffer): string {
  try {
    return JSON.stringify(redact(JSON.parse(body.toString('utf8')))).slice(0, MAX_LENGTH);
  } catch {
    return `(${body.length} bytes that are not JSON)`;
  }
}
