import { freePort } from '../../src/temporal/run/ports.js';
import { startApi } from '../support/processes/api-process.js';
import { type Answers, attack, peakMemory, sendGenuine } from '../support/hostile/traffic.js';
import { startOware } from '../support/processes/oware-process.js';

/**
 * Sends hostile traffic to a real api on this machine: 200 small bodies that decompress to 32 MB, 100 bodies of 31 MB at
 * once, 2,050 bodies byte by byte. Meanwhile the api must accept genuine events and answer /health. Exits with code 1
 * where that fails, or where the api uses more than 300 MB.
 */
const SECRET = 'a secret of the gateway, for this load';
const MOST_MB = 300;

const show = (answers: Answers) =>
  Object.entries(answers)
    .map(([answer, count]) => `${count} × ${answer}`)
    .join(', ');

const port = String(await freePort());
const temporal = startOware(['temporal', '--memory'], {
  env: { TEMPORAL_ADDRESS: '', OWARE_TEMPORAL_PORT: port, OWARE_TEMPORAL_UI_PORT: String(await freePort()) },
});
await temporal.says('Temporal is ready');
const api = await startApi({ TEMPORAL_ADDRESS: `127.0.0.1:${port}`, OWARE_GATEWAY_SECRET_KEY: SECRET });
console.log(`api is ready with ${peakMemory(api.pid)} MB`);

const attacking = attack({ url: api.url, bombs: 200, large: 100, slow: 2_050, slowly: 'byte by byte' });
const [answers, genuine] = await Promise.all([attacking, sendGenuine(api.url, SECRET, attacking)]);
const peak = peakMemory(api.pid);
console.log(`bombs:   ${show(answers.bombs)}`);
console.log(`large:   ${show(answers.large)}`);
console.log(`slow:    ${show(answers.slow)}`);
console.log(`genuine: ${show(genuine.events)}`);
console.log(`health:  ${show(genuine.health)}; slowest answer ${genuine.slowestMs} ms`);
console.log(`peak memory of the api: ${peak} MB, at most ${MOST_MB} MB`);
const errors = api.lines.filter((line) => line.includes('"level":50'));
console.log(`errors in its log: ${errors.length}`);

await api.kill('SIGTERM');
await temporal.kill('SIGTERM');
const isFine = [genuine.events, genuine.health].every((given) => Object.keys(given).join() === '200');
process.exitCode = isFine && peak < MOST_MB && errors.length === 0 ? 0 : 1;
