import { createSandbox } from '../../src/sandbox/sandbox.js';

/** A sandbox in a process of its own, to be killed in the middle of its work. */
const [, , stateFile = ''] = process.argv;
const { url } = await createSandbox({ stateFile }).listen();
process.stdout.write(url);
