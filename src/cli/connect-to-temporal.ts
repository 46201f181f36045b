import type { Client, DataConverter } from '@temporalio/client';
import type { Environment } from '../config/config.js';
import { connectClient, targetFrom } from '../temporal/connect.js';
import { CommandError } from './explain-error.js';

export async function connectToTemporal(
  environment: Environment,
  dataConverter: DataConverter,
): Promise<Client> {
  const target = targetFrom(environment);
  try {
    return await connectClient(target, dataConverter);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      `No Temporal server responds at ${target.connection.address ?? ''}: ${reason}\n` +
        'Start one with `oware temporal`, start everything with `oware dev`, or set TEMPORAL_ADDRESS.',
    );
  }
}
