import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { CONVERTER_PATHS } from '../../../src/secrets/data-converter.js';
import { INTERCEPTORS } from '../../../src/temporal/workflow-bundle.js';

/** Bundles the workflows of a test, with what every bundle of Oware has. Takes seconds. */
export function bundleTestWorkflows(workflows: URL) {
  return bundleWorkflowCode({
    ...CONVERTER_PATHS,
    workflowsPath: fileURLToPath(workflows),
    workflowInterceptorModules: INTERCEPTORS,
    logger: new DefaultLogger('WARN'),
  });
}
