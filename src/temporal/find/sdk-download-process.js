import process from 'node:process';
import { TestWorkflowEnvironment } from '@temporalio/testing';

/**
 * Lets the SDK download a server into a folder. The SDK offers this only together with a start, so the server
 * is started on a free port, and stopped.
 */
const [kind, downloadDir = '', version = ''] = process.argv.slice(2);
const server = { executable: { type: /** @type {const} */ ('cached-download'), downloadDir, version } };

try {
  const environment =
    kind === 'dev-server'
      ? await TestWorkflowEnvironment.createLocal({ server })
      : await TestWorkflowEnvironment.createTimeSkipping({ server });
  await environment.teardown();
} catch (error) {
  process.stderr.write(`${readable(error)}\n`);
  process.exitCode = 1;
}

/**
 * The native message names the same long address twice.
 * @param {unknown} error
 */
function readable(error) {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\?[^\s)]*/g, '').replace(/(error sending request for url \([^)]*\)): \1/, '$1');
}
