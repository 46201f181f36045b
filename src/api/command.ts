import type { Request } from 'express';
import type { CommandOptions } from '../client/client.js';
import { refuseKey } from './idempotency-key.js';

/** Reads the Idempotency-Key header: a repeat of a command with the same key gets the same answer. */
export function readCommand(request: Request): CommandOptions {
  const idempotencyKey = request.get('idempotency-key');
  if (idempotencyKey === undefined) return {};
  refuseKey(idempotencyKey);
  return { idempotencyKey };
}
