import { describe, expect, it } from 'vitest';
import { showStanding } from './letters.js';
import { STANDINGS } from './standing-examples.js';

describe.each(Object.entries(STANDINGS))('%s', (_name, examples) => {
  it.each(examples)('%s', (_what, sequence, expected) => expect(showStanding(sequence)).toBe(expected));
});
