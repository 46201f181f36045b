import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Program, supervise, type Supervision } from '../../../src/cli/dev/supervisor.js';
import { DamagedDatabaseError } from '../../../src/temporal/run/damaged-database.js';
import { startServer } from '../../../src/temporal/run/start-server.js';
import { waitUntil } from '../../support/wait-until.js';
import { isRunning, linesOf, temporaryFolder } from '../../temporal/fakes.js';

/** A shell script that is ready once it prints "ready". Each start writes its process id to $FOLDER/pids. */
function scripted(folder: string, text: string): Program {
  return {
    name: 'fake',
    graceMs: 1_000,
    start: ({ onLine, signal }) => {
      const output = new EventEmitter();
      return startServer({
        name: 'fake',
        command: 'sh',
        args: ['-c', `echo $$ >> "$FOLDER/pids"\n${text}`],
        env: { PATH: process.env['PATH'] ?? '', FOLDER: folder },
        untilServing: () => once(output, 'ready').then(() => undefined),
        onLine: (line) => {
          onLine(line);
          output.emit(line);
        },
        signal,
      });
    },
  };
}

const SERVES = 'echo ready; exec sleep 60';

/** Ready at its first start only. */
const serves = (otherwise: string) =>
  `[ -e "$FOLDER/served" ] || { touch "$FOLDER/served"; ${SERVES}; }\n${otherwise}`;

async function superviseScript(text: string, supervision: Partial<Supervision> = {}) {
  const folder = await temporaryFolder();
  const lines: string[] = [];
  const pids: (number | undefined)[] = [];
  const reasons: string[] = [];
  const fake = supervise(scripted(folder, text), {
    onLine: (_name, line) => lines.push(line),
    onPidChange: () => pids.push(fake.pid()),
    onGivenUp: ({ message }) => reasons.push(message),
    ...supervision,
  });
  onTestFinished(() => fake.stop());
  return {
    fake,
    lines,
    pids,
    started: () => linesOf(join(folder, 'pids')),
    kill: () => process.kill(fake.pid()!, 'SIGKILL'),
    says: (text: string) => waitUntil(`"${text}"`, () => lines.find((line) => line.startsWith(text))),
    givesUp: () => waitUntil('the last restart', () => reasons[0]),
  };
}

test('a killed program is restarted and the output reports it', async () => {
  const { fake, lines, pids, kill, says } = await superviseScript(SERVES, { pausesMs: [10] });
  await fake.ready;
  const killed = fake.pid();
  kill();
  await says('Restarted');

  expect(pids).toEqual([undefined, fake.pid()]);
  expect(fake.pid()).not.toBe(killed);
  expect(lines).toEqual([
    'ready',
    'Exited (SIGKILL).',
    'Restart 1 of 1 in 0 s.',
    'ready',
    expect.stringMatching(new RegExp(`^Restarted after \\d(\\.\\d)? s as process ${String(fake.pid())}\\.$`)),
  ]);
});

test('the delay grows with each failed restart, and the reason is shown once', async () => {
  const { fake, lines, kill, givesUp, started } = await superviseScript(serves('echo no licence; exit 3'), {
    pausesMs: [100, 200, 400],
  });
  await fake.ready;
  const killed = Date.now();
  kill();
  const reason = await givesUp();

  expect(Date.now() - killed).toBeGreaterThanOrEqual(700);
  expect(lines).toEqual([
    'ready',
    'Exited (SIGKILL).',
    'Restart 1 of 3 in 0.1 s.',
    'no licence',
    'Restart failed: The fake ended while starting',
    '  no licence',
    'Restart 2 of 3 in 0.2 s.',
    'no licence',
    'Restart failed: The fake ended while starting',
    'Restart 3 of 3 in 0.4 s.',
    'no licence',
    'Restart failed: The fake ended while starting',
  ]);
  expect(reason).toBe(
    'Oware stops: fake failed 3 restarts in a row.\n' +
      'Restart failed: The fake ended while starting\n  no licence',
  );
  expect(await started()).toHaveLength(4);
  expect(fake.pid()).toBeUndefined();
});

test('the supervisor gives up on a program that exits soon after each restart, and shows its last lines', async () => {
  const { fake, lines, givesUp } = await superviseScript(
    'echo ready; echo out of memory; sleep 0.05; exit 3',
    {
      pausesMs: [10, 10],
    },
  );
  await fake.ready;

  expect(await givesUp()).toBe(
    'Oware stops: fake failed 2 restarts in a row.\n' +
      'Exited (exit code 3) soon after its restart. Last lines:\n  ready\n  out of memory',
  );
  expect(lines.filter((line) => line.startsWith('  '))).toEqual(['  ready', '  out of memory']);
});

test('a program that recovered gets all its restarts again', async () => {
  const { fake, lines, kill, says } = await superviseScript(SERVES, { pausesMs: [10], recoveredAfterMs: 0 });
  await fake.ready;
  kill();
  await says('Restarted');
  lines.length = 0;
  kill();
  await says('Restarted');

  expect(lines).toContain('Restart 1 of 1 in 0 s.');
});

test('reports why a program was stopped where more is known than its exit status', async () => {
  const lines: string[] = [];
  const { start, ...program } = scripted(await temporaryFolder(), SERVES);
  const failing: Program = {
    ...program,
    start: async (how) => {
      const running = await start(how);
      return { ...running, failure: () => new DamagedDatabaseError('/elsewhere/temporal.db', 'malformed') };
    },
  };
  const fake = supervise(failing, {
    onLine: (_name, line) => lines.push(line),
    onPidChange: () => undefined,
    onGivenUp: () => undefined,
  });
  onTestFinished(() => fake.stop());
  await fake.ready;
  process.kill(fake.pid()!, 'SIGKILL');

  await waitUntil('the reason', () => lines.some((line) => line.startsWith('Restart 1')));
  expect(lines).toContain(
    'The database /elsewhere/temporal.db is damaged: malformed. Move it and its -wal and -shm files away, ' +
      'or start `oware dev` with --fresh (deletes all payments).',
  );
});

test('a program whose first start fails is not restarted', async () => {
  const { fake, started } = await superviseScript('echo no licence; exit 3', { pausesMs: [0] });

  await expect(fake.ready).rejects.toThrow('The fake ended while starting\n  no licence');
  await fake.stop();
  expect(await started()).toHaveLength(1);
});

test('a stop during the delay before a restart takes effect at once', async () => {
  const { fake, kill, says, started } = await superviseScript(SERVES, { pausesMs: [60_000] });
  await fake.ready;
  kill();
  await says('Restart 1 of 1 in 60 s.');
  await fake.stop();

  expect(await started()).toHaveLength(1);
});

test('a stop during a restart leaves no process', async () => {
  const { fake, kill, says, started } = await superviseScript(serves('echo thinking; exec sleep 60'), {
    pausesMs: [10],
  });
  await fake.ready;
  kill();
  await says('thinking');
  await fake.stop();

  expect((await started()).map((pid) => isRunning(Number(pid)))).toEqual([false, false]);
});

test('a stopped program is not restarted', async () => {
  const { fake, lines, started } = await superviseScript(SERVES, { pausesMs: [0] });
  await fake.ready;
  await fake.stop();

  expect(lines).toEqual(['ready']);
  expect((await started()).map((pid) => isRunning(Number(pid)))).toEqual([false]);
});
