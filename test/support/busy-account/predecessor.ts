import { makeContinueAsNewFunc } from '@temporalio/workflow';

/** The run before the one that is tested: all it does is to hand over. An account takes nothing over from anybody else. */
export async function handOver(workflowType: string, taskQueue: string, input: object): Promise<void> {
  await makeContinueAsNewFunc<(carried: object) => Promise<unknown>>({ workflowType, taskQueue })(input);
}
