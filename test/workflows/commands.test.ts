import { expect, it } from 'vitest';
import { createCommands } from '../../workflows/shared/run/commands.js';

const CONFLICT = { type: 'command-conflict' };

/** A command that is in progress until the test ends it. */
function underWay() {
  let end: (answer: string) => void = () => undefined;
  const answer = new Promise<string>((resolve) => (end = resolve));
  return { end, work: () => answer };
}

it('another command under an id in progress is refused, and runs under its own id', async () => {
  const commands = createCommands();
  const { end, work } = underWay();
  const first = commands.once('one', { bank: '035' }, { work });
  const other = { work: () => Promise.resolve('other') };
  await expect(commands.once('one', { bank: '058' }, other)).rejects.toMatchObject(CONFLICT);
  expect(await commands.once('two', { bank: '058' }, other)).toBe('other');
  end('done');
  expect(await first).toBe('done');
});

it('a finished command is answered again by the next run, and another one under its id is refused', async () => {
  const first = createCommands();
  await first.once('one', { bank: '035' }, { work: () => Promise.resolve('done') });
  const next = createCommands(first.carry());
  const never = { work: () => Promise.reject(new Error('carried out twice')) };
  expect(next.isKnown('one')).toBe(true);
  expect(await next.once('one', { bank: '035' }, never)).toBe('done');
  await expect(next.once('one', { bank: '058' }, never)).rejects.toMatchObject(CONFLICT);
});
