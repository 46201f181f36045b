import { expect, it } from 'vitest';
import { idOf, workflowIdOf } from '../../src/client/ids.js';

const kind = { prefix: 'checkout' };

it('a valid reference is the workflow id', () => {
  expect(idOf(kind, 'order-1')).toBe('checkout:order-1');
});

it('a foreign reference is hashed, and its hash names the same lifecycle', () => {
  const id = idOf(kind, "'; DROP TABLE payments; --");
  expect(id).toMatch(/^checkout:x-[0-9a-f]{40}$/);
  expect(idOf(kind, id.slice('checkout:'.length))).toBe(id);
  expect(idOf(kind, 'another | one')).not.toBe(id);
});

it('a hash whose digits look like a card number names the same lifecycle too', () => {
  const id = idOf(kind, 'ọ̀wọ̀-₦-🐚-25467 again');
  expect(id).toContain('3237327294539');
  expect(idOf(kind, id.slice('checkout:'.length))).toBe(id);
});

it('the prefix tells which references are valid', () => {
  expect(workflowIdOf('batch-part', 'march/1')).toBe('batch-part:march/1');
  expect(workflowIdOf('checkout', 'march/1')).toMatch(/^checkout:x-/);
});
