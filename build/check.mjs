// Runs the checks in two lanes: lint takes as long as all others together. Prints what each printed when it ends.
import { spawn } from 'node:child_process';
import process, { stdout } from 'node:process';
import { text } from 'node:stream/consumers';

const LANES = [['check:lint'], ['check:format', 'check:types', 'check:architecture', 'check:package']];
const failed = [];

async function run(script) {
  const startedAt = Date.now();
  const child = spawn(`npm run --silent ${script} 2>&1`, {
    shell: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const printed = await text(child.stdout);
  const isOk = (await ended) === 0;
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  stdout.write(`${isOk ? 'ok    ' : 'FAILED'} npm run ${script}, ${seconds} s\n${printed}`);
  if (!isOk) failed.push(script);
}

await Promise.all(
  LANES.map(async (lane) => {
    for (const script of lane) await run(script);
  }),
);
if (failed.length > 0) {
  stdout.write(`Failed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}
