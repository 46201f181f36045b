import { expect, it } from 'vitest';
import { updateIdOf } from '../../src/client/command-id.js';
import { commandIdOf } from '../../workflows/shared/messages.js';

const named = { update: 'updateBvn', reference: 'ada-1', fingerprint: [{ bvn: '22212345678' }] };
const options = { idempotencyKey: 'change 7' };
const id = updateIdOf(named, options);

it('the same command under the same key has the same id', () => {
  expect(updateIdOf(structuredClone(named), options)).toBe(id);
  expect(id).toMatch(/^c-[0-9a-f]{40}\.[0-9a-f]{4}$/);
});

it.for([
  ['another key', named, { idempotencyKey: 'change 8' }],
  ['another command', { ...named, update: 'updateKyc' }, options],
  ['another reference', { ...named, reference: 'ada-2' }, options],
] as const)('%s makes another command', ([, other, under]) => {
  expect(commandIdOf(updateIdOf(other, under))).not.toBe(commandIdOf(id));
});

it('different arguments under the same key arrive as the same command, and the workflow refuses them', () => {
  const other = updateIdOf({ ...named, fingerprint: [{ bvn: '22212345679' }] }, options);
  expect(other).not.toBe(id);
  expect(commandIdOf(other)).toBe(commandIdOf(id));
});

it('without a key each call is a new command, so that a refused one can be repeated', () => {
  const ids = [updateIdOf(named, {}), updateIdOf(named, {})];
  expect(new Set(ids.map(commandIdOf)).size).toBe(2);
});
