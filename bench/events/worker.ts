import { fileURLToPath } from 'node:url';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';

/** Runs the workflows that take the events: address and task queue are its arguments. */
const [address = '', taskQueue = ''] = process.argv.slice(2);
Runtime.install({ logger: new DefaultLogger('ERROR') });
const connection = await NativeConnection.connect({ address });
const workflowsPath = fileURLToPath(new URL('./workflow.ts', import.meta.url));
const worker = await Worker.create({ connection, taskQueue, workflowsPath });
console.log('ready');
await worker.run();
