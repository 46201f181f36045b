import type { WorkflowHandle } from '@temporalio/client';

/** What the Web UI shows at the top of a workflow. */
export async function detailsOf(handle: WorkflowHandle): Promise<string> {
  const metadata = await handle.query<{ readonly currentDetails: string }>('__temporal_workflow_metadata');
  return metadata.currentDetails;
}
