import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { USUAL_SWITCHES } from '../../src/sandbox/people/merchants.js';
import { SCENARIO_ACCOUNTS } from '../../src/sandbox/people/scenario-accounts.js';

const README = readFileSync(new URL('../../src/sandbox/README.md', import.meta.url), 'utf8');

/** The first two cells of every row whose first cell matches. */
function rows(first: RegExp): string[][] {
  return README.split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, name = '']) => first.test(name))
    .map(([, name = '', next = '']) => [name.replaceAll('`', ''), next]);
}

describe('the README of the sandbox', () => {
  it('lists every scenario account', () => {
    expect(rows(/^`01999\d{5}`$/).map(([number]) => number)).toEqual(
      SCENARIO_ACCOUNTS.map(({ accountNumber }) => accountNumber),
    );
  });

  it('lists every switch of a merchant with its default', () => {
    const listed = new Map(rows(/^`[a-z][A-Za-z]+`$/).map(([name = '', value = '']) => [name, value]));
    for (const [name, value] of Object.entries(USUAL_SWITCHES)) {
      expect([name, listed.get(name)]).toEqual([name, String(value)]);
    }
  });
});
