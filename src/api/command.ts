import type { Request } from 'express';
import type { CommandOptions } from '../client/client.js';

/** The Idempotency-Key, which the route has checked: a repeat of a command with the same key gets the same answer. */
export function readCommand(request: Request): CommandOptions {
  const idempotencyKey = request.get('idempotency-key');
  return idempotencyKey === undefined ? {} : { idempotencyKey };
}
