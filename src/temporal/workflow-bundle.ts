import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, type Logger, type WorkflowBundleOption } from '@temporalio/worker';

/** Written by the build, beside the compiled code. */
export const PREBUILT_BUNDLE = fileURLToPath(new URL('../../workflow-bundle.js', import.meta.url));

const WORKFLOWS = fileURLToPath(new URL('../../workflows/', import.meta.url));

/** The bundle holds its own converters: the paths given to a worker do not apply to an existing bundle. */
export interface BundleOptions {
  readonly payloadConverterPath: string;
  readonly failureConverterPath: string;
  readonly logger?: Logger;
}

/** Compiled code bundles compiled files, sources bundle sources, depending on where this file is. */
export async function bundleWorkflows(options: BundleOptions): Promise<string> {
  const suffix = existsSync(`${WORKFLOWS}index.ts`) ? 'ts' : 'js';
  const workflowsPath = `${WORKFLOWS}index.${suffix}`;
  const { payloadConverterPath, failureConverterPath } = options;
  const { code } = await bundleWorkflowCode({
    ...options,
    workflowsPath,
    // loaded once for all workflows of a worker, not again for each: no module may hold state (see
    // eslint.config.js)
    preloadModules: [
      `${WORKFLOWS}stack-trace-limit.${suffix}`,
      payloadConverterPath,
      failureConverterPath,
      workflowsPath,
    ],
  });
  return code;
}

/** The bundle of the build where there is one; otherwise it is built now, which takes a second or two. */
export async function findBundle(options: BundleOptions): Promise<WorkflowBundleOption> {
  if (existsSync(PREBUILT_BUNDLE)) return { codePath: PREBUILT_BUNDLE };
  return { code: await bundleWorkflows(options) };
}
