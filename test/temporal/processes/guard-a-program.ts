import { spawnGuarded } from '../../../src/temporal/run/guard.js';

const [command = '', ...args] = process.argv.slice(2);
process.stdout.write(`${spawnGuarded(command, args).pid}\n`);
