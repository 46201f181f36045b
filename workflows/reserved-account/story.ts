import type { ReservedAccountSnapshot } from '../../src/domain/reserved-account.js';
import { createStory, type Story } from '../shared/run/story.js';
import { type Account, createAccount, newSnapshot } from './account.js';
import type { ReservedAccountInput } from './messages.js';

export type AccountStory = Story<ReservedAccountSnapshot, Account>;

export function createAccountStory(input: ReservedAccountInput): AccountStory {
  return createStory({ prefix: 'reserved-account', make: createAccount, asAsked: newSnapshot }, input);
}
