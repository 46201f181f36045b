import { writeFile } from 'node:fs/promises';
import { DefaultLogger } from '@temporalio/worker';
import type { CommandModule } from 'yargs';
import { CONVERTER_PATHS } from '../../secrets/data-converter.js';
import { bundleWorkflows, PREBUILT_BUNDLE } from '../../temporal/workflow-bundle.js';

/** Builds the workflow bundle that workers load. */
export const bundleCommand: Pick<CommandModule, 'handler'> = {
  handler: async () => {
    const logger = new DefaultLogger('WARN');
    await writeFile(PREBUILT_BUNDLE, await bundleWorkflows({ ...CONVERTER_PATHS, logger }));
  },
};
