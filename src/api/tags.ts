import { KINDS } from '../client/kinds.js';

/** What the groups of routes are about, by the first word of their paths. */
export const TAGS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(KINDS.map(({ path, about }) => [path.replace('/v1/', ''), about])),
  reviews: 'Everything that needs a person.',
  webhooks: 'Webhooks of everything, for what was missed.',
  'webhook-endpoint': "Whether the merchant's endpoint receives webhooks.",
  'customer-hashes': 'What lists of one customer are filtered by.',
  pauses: 'Payouts and charges that operators have stopped.',
  banks: 'Banks and their codes.',
  'name-enquiries': 'The name of an account at its bank.',
  'biller-categories': 'Categories of billers.',
  billers: 'Billers and what they sell.',
  'sub-accounts': 'Accounts that a payment can be split among.',
  'limit-profiles': 'Limits of reserved accounts.',
  wallets: 'Wallets of customers.',
  gateway: "The gateway's own listings.",
  verifications: 'Identity checks at the gateway.',
};
