import type { Client } from '@temporalio/client';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';

/** These tests cause failures, so the SDK does not log them. Unless given, Temporal wants every attempt. */
export function activityEnvironment(
  heartbeat: () => Promise<void> = () => Promise.resolve(),
): MockActivityEnvironment {
  const withAbortSignal = <Result>(_: AbortSignal, run: () => Promise<Result>) => run();
  const client = { activity: { heartbeat }, withAbortSignal } as unknown as Client;
  return new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR'), client });
}
