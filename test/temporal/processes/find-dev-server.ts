import { findDevServer } from '../../../src/temporal/find/dev-server.js';

const [cacheDir = '', go = '', downloader = ''] = process.argv.slice(2);
await findDevServer({ cacheDir, tools: { go }, downloader: { command: [downloader], limitMs: 5_000 } });
