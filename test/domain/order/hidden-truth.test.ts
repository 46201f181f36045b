import { describe, expect, it } from 'vitest';
import { playWorlds } from './hidden-truth.js';

describe('an order against a gateway with a hidden truth', () => {
  it('neither hides money nor counts what is not there', () => {
    expect(playWorlds(1, 120)).toBeUndefined();
  }, 180_000);
});
