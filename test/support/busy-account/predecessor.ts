import { makeContinueAsNewFunc } from '@temporalio/workflow';

/** The run before the one under test: it only continues as new. An account accepts carried state from a previous run only. */
export async function handOver(workflowType: string, taskQueue: string, input: object): Promise<void> {
  await makeContinueAsNewFunc<(carried: object) => Promise<unknown>>({ workflowType, taskQueue })(input);
}
