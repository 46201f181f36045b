import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, type Logger, type WorkflowBundleOption } from '@temporalio/worker';

/** Written by the build, beside the compiled code. */
export const PREBUILT_BUNDLE = fileURLToPath(new URL('../../workflow-bundle.js', import.meta.url));

const WORKFLOWS = fileURLToPath(new URL('../../workflows/', import.meta.url));

/** The folder that the SDK is installed in. */
const PACKAGES = resolve(dirname(createRequire(import.meta.url).resolve('@temporalio/workflow')), '../../..');

const suffix = existsSync(`${WORKFLOWS}lifecycles.ts`) ? 'ts' : 'js';

/**
 * Of every workflow: without them a click in the Web UI ends one, a cron schedule forges state, some histories cannot be
 * replayed, and no settings arrive.
 */
export const INTERCEPTORS = ['cancellation', 'started-by-rule', 'stale-task', 'first-result'].map(
  (name) => `${WORKFLOWS}${name}.${suffix}`,
);

/** The bundle holds its own converters: the paths given to a worker do not reach into one that is already made. */
export interface BundleOptions {
  readonly payloadConverterPath: string;
  readonly failureConverterPath: string;
  readonly logger?: Logger;
}

/**
 * Bundles the workflow of every folder in `workflows/` and `workflows/services/`: a new one is registered by being
 * there. Compiled code bundles its compiled neighbours, sources bundle sources.
 */
export async function bundleWorkflows(options: BundleOptions): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'oware-workflows-'));
  const workflowsPath = join(folder, 'index.js');
  const { payloadConverterPath, failureConverterPath } = options;
  try {
    await writeFile(workflowsPath, exportsOf(await workflowFiles()));
    const { code } = await bundleWorkflowCode({
      ...options,
      workflowsPath,
      workflowInterceptorModules: INTERCEPTORS,
      // loaded once for all workflows of a worker, not again for each: no module may hold state (see eslint.config.js)
      preloadModules: [
        `${WORKFLOWS}stack-trace-limit.${suffix}`,
        payloadConverterPath,
        failureConverterPath,
        ...INTERCEPTORS,
        workflowsPath,
      ],
      webpackConfigHook: (config) => ({
        ...config,
        // the entry is outside the package, and the SDK resolves itself from there
        resolve: { ...config.resolve, modules: [...(config.resolve?.modules ?? []), PACKAGES] },
      }),
    });
    return code;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function workflowFiles(): Promise<string[]> {
  const rooms = [WORKFLOWS, join(WORKFLOWS, 'services')];
  const entries = await Promise.all(rooms.map((room) => readdir(room, { withFileTypes: true })));
  return entries
    .flat()
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name, `workflow.${suffix}`))
    .filter((file) => existsSync(file))
    .sort();
}

const exportsOf = (files: readonly string[]) =>
  files.map((file) => `export * from ${JSON.stringify(file)};\n`).join('');

/** The bundle made by the build where there is one; otherwise it is made now, which takes a second or two. */
export async function findBundle(options: BundleOptions): Promise<WorkflowBundleOption> {
  if (existsSync(PREBUILT_BUNDLE)) return { codePath: PREBUILT_BUNDLE };
  return { code: await bundleWorkflows(options) };
}
