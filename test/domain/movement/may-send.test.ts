import { describe, expect, it } from 'vitest';
import { RULES } from './letters.js';
import { askWhyNot, QUESTIONS } from './send-examples.js';

describe.each(Object.entries(QUESTIONS))('%s', (_name, examples) => {
  it.each(examples)('%s', (_what, asked, because) => {
    expect(askWhyNot(asked, RULES)?.because).toBe(because);
  });
});

it('the others that must be read again are named', () => {
  const others = ['left@0 end@1 end@7 end@1799', 'left@0 end@1 end@7'];
  expect(askWhyNot({ others }, RULES)).toEqual({ because: 'not-fresh', isOwn: false, others: [1] });
});
