import type { Request } from 'express';
import type { CommandOptions } from '../client/client.js';
import { invalid } from './parse.js';

const LONGEST_KEY = 255;

/** How the caller names a command, by its Idempotency-Key header: a repeat with the same key gets the same answer. */
export function readCommand(request: Request): CommandOptions {
  const idempotencyKey = request.get('idempotency-key');
  if (idempotencyKey === undefined) return {};
  if (idempotencyKey === '' || idempotencyKey.length > LONGEST_KEY) {
    throw invalid([{ field: 'Idempotency-Key', message: `must be 1 to ${LONGEST_KEY} characters` }]);
  }
  return { idempotencyKey };
}
