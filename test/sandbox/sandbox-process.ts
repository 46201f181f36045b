import { createSandbox } from '../../src/sandbox/sandbox.js';

/** A sandbox in a separate process, for tests that kill it. */
const [, , stateFile = ''] = process.argv;
const { url } = await createSandbox({ stateFile }).listen();
process.stdout.write(url);
