import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

it('npx oware runs the command of this folder, as the documents say: nothing is built again, and no script waits for a review', async () => {
  const { stdout } = await run('npx', ['oware', 'explain', '--help'], { maxBuffer: 10_000_000 });
  expect(stdout).toContain('oware explain <kind> [reference]');
});
