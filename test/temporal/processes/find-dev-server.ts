import { findDevServer } from '../../../src/temporal/find/dev-server.js';

const [cacheDir = '', go = ''] = process.argv.slice(2);
await findDevServer({ cacheDir, tools: { go } });
