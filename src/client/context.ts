import type { Client } from '@temporalio/client';

/** How the functions of this room reach the stories. */
export interface ClientContext {
  readonly client: Client;
  readonly taskQueue: string;
  readonly timeoutMs: number;
}
