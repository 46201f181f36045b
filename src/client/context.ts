import type { Client } from '@temporalio/client';

/** The Temporal client, task queue and timeout that every client function needs. */
export interface ClientContext {
  readonly client: Client;
  readonly taskQueue: string;
  readonly timeoutMs: number;
}
