import { createdWith, nameOf } from '../client/kinds.js';

/** Commands that create something, each with the example of its route as a start. */
export const CREATED = [...createdWith('collect'), ...createdWith('pay')].map((kind) => ({
  name: nameOf(kind),
  path: kind.path,
  about: kind.created?.command ?? '',
  isPlaceToPay: kind.created?.isPlaceToPay === true,
}));

/** Commands that do something to a lifecycle, by the end of their routes. */
export const ACTIONS = [
  { name: 'confirm', about: 'Check with the gateway now, and show the result' },
  { name: 'cancel', about: 'Cancel a checkout, an invoice, a transfer …' },
  { name: 'approve', about: 'Approve a payout of another person' },
  { name: 'decline', about: 'Decline a payout of another person' },
] as const;
