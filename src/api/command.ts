import type { Request } from 'express';
import type { CommandOptions } from '../client/client.js';
import { refuseKey } from './idempotency-key.js';

/** How the caller names a command, by its Idempotency-Key header: a repeat with the same key gets the same answer. */
export function readCommand(request: Request): CommandOptions {
  const idempotencyKey = request.get('idempotency-key');
  if (idempotencyKey === undefined) return {};
  refuseKey(idempotencyKey);
  return { idempotencyKey };
}
