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

it('however many commands wait, a cancel and a decision find room among the ten that Temporal allows', () => {
  const commands = createCommands();
  const ids = Array.from({ length: 20 }, (_, n) => `id-${n}`);
  const { work } = underWay();
  const accept = (name: string) =>
    ids.filter((id) => {
      try {
        commands.refuseIfFull(name);
      } catch (error) {
        expect(error).toMatchObject({ type: 'busy' });
        return false;
      }
      commands.once(`${name}-${id}`, {}, { work, name }).catch(() => undefined);
      return true;
    }).length;
  const accepted = ['requestDebit', 'submitOtp', 'cancel', 'resolveReview'].map(accept);
  expect(accepted).toEqual([5, 0, 2, 2]);
});
