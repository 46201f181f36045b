import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { controlId } from '../../../src/domain/pause/pause.js';
import { startOware } from '../../support/processes/oware-process.js';
import { AS_APPROVER } from '../../support/lifecycles/transfers.js';
import { createWorld, type World } from '../../support/world/world.js';

let world: World;
const folder = mkdtempSync(join(tmpdir(), 'oware-operator-'));
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  await world.handle(controlId(world.taskQueue)).terminate();
  await world.close();
  rmSync(folder, { recursive: true });
});

async function oware(...args: string[]) {
  const env = { TEMPORAL_ADDRESS: world.address, OWARE_TASK_QUEUE: world.taskQueue };
  const { exited, lines } = startOware(args, { env, cwd: folder });
  const code = await exited;
  return { code, text: lines.join('\n') };
}

it.concurrent('an operator pauses payouts, sees the pause in both tools, and resumes them', async () => {
  const paused = await oware('pause', 'payouts', '--reason', 'wallet under investigation');
  expect(paused).toMatchObject({ code: 0 });
  expect(paused.text).toContain(`by ${userInfo().username} (wallet under investigation)`);
  expect(paused.text).toContain(`Task queue ${world.taskQueue}-payouts is stopped`);

  const bank = { queue: 'payouts', bank: '058', reason: 'bank is down' };
  expect(await world.call('POST', '/v1/pauses', bank, AS_APPROVER)).toMatchObject({
    status: 200,
    body: { pause: { ...bank, by: 'checker' } },
  });
  const list = JSON.parse((await oware('pauses', '--json')).text) as { pauses: unknown };
  expect((await world.call('GET', '/v1/pauses')).body).toEqual(list);
  expect(list.pauses).toMatchObject([{ queue: 'payouts' }, bank]);

  const resumed = await oware('resume', 'payouts', '--by', 'Bola Ade', '--reason', 'cleared');
  expect(resumed.text).toContain('Resumed payouts.');
  expect(resumed.text).toContain('Still payouts to bank 058: paused since');
  expect(await world.call('DELETE', '/v1/pauses/payouts?bank=058', undefined, AS_APPROVER)).toMatchObject({
    status: 200,
    body: { pause: bank, pauses: [] },
  });
  expect((await oware('pauses')).text).toContain('Nothing is paused.');
  expect((await oware('pauses', '--history')).text).toMatch(/payouts resumed +│ all +│ Bola Ade +│ cleared/);
});

it.concurrent.each([
  [['pause', 'payouts'], 'Missing required argument: reason'],
  [['pause', 'everything', '--reason', 'x'], 'Choices: "payouts", "charges", "effects"'],
  [['pause', '--reason', 'x'], 'Missing argument: got 0, expected at least 1.'],
  [['pause', 'payouts', '--bank', 'GTB', '--reason', 'x'], '--bank: expected a bank code of 3 to 6 digits.'],
  [['resume', 'effects', '--bank', '058'], '--bank: effects can only be paused as a whole.'],
  [['pause', 'payouts', '--reason', ' '], '--reason: expected a text of at most 200 characters.'],
])('oware %s is refused with a reason and without a stack trace', async (args, text) => {
  const refused = await oware(...args);
  expect(refused.code).toBe(1);
  expect(refused.text).toContain(text);
  expect(refused.text).not.toMatch(/^ +at /m);
});
