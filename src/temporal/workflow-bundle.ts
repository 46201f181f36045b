import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, type Logger, type WorkflowBundleOption } from '@temporalio/worker';

/** Written by the build, beside the compiled code. */
export const PREBUILT_BUNDLE = fileURLToPath(new URL('../../workflow-bundle.js', import.meta.url));

const WORKFLOWS = fileURLToPath(new URL('../../workflows/', import.meta.url));

export interface BundleOptions {
  readonly failureConverterPath: string;
  readonly logger?: Logger;
}

/** Compiled code bundles its compiled neighbours, sources bundle sources: whichever this file is part of. */
export async function bundleWorkflows(options: BundleOptions): Promise<string> {
  const source = `${WORKFLOWS}index.ts`;
  const { code } = await bundleWorkflowCode({
    ...options,
    workflowsPath: existsSync(source) ? source : `${WORKFLOWS}index.js`,
  });
  return code;
}

/** The bundle made by the build where there is one; otherwise it is made now, which takes a second or two. */
export async function findBundle(options: BundleOptions): Promise<WorkflowBundleOption> {
  if (existsSync(PREBUILT_BUNDLE)) return { codePath: PREBUILT_BUNDLE };
  return { code: await bundleWorkflows(options) };
}
