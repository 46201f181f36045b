import { COMMON_WEBHOOKS, type WebhookTypes } from '../lifecycle/webhook-types.js';

export const SUBSCRIPTION_WEBHOOKS = {
  active: 'It has a card, and charges it when the plan says so.',
  charged: 'The charge of a period was paid; `period` says which.',
  'charge-failed':
    'A charge of a period failed. `period.retryAt` says when the card is charged again, if it is.',
  'charge-outcome-unknown':
    'A charge was sent, and the gateway has not said for minutes whether it has it. Do not charge again: Oware finds out.',
  'charge-reversed': 'The gateway took the money of a charged period back.',
  'duplicate-charge': 'A second charge of a period was paid after all. An operator must decide.',
  'wrong-amount': 'The gateway charged another amount than asked. An operator must decide.',
  'on-hold': 'The gateway no longer takes the card: nothing is charged until it is replaced.',
  'card-replaced': 'Another card is charged from now on.',
  'period-missed': 'Periods passed without a charge and will not be charged; `missed` says which.',
  paused: 'The merchant paused it. Periods that become due meanwhile are not charged.',
  resumed: 'The merchant or an operator resumed it.',
  amended: 'The amount changes from the next period on.',
  ended: 'The plan has no further period.',
  cancelled: 'The merchant cancelled it. A charge in flight is still resolved.',
  refused: 'It has no card that can be charged. Nothing was charged.',
  refunded: 'Money of a charge went back to the customer; `refund` says how much.',
  unexpected: 'A charge was paid under a reference of this subscription that Oware did not send.',
  recovered:
    'Its workflow was lost and rebuilt from the gateway. It charges nothing until it is resumed, and then also the newest period that is DUE, with the amount that it lists: `pause` it first where that must not be charged. Repeat amends and card replacements of the last days before.',
  'conflicting-records': 'The gateway contradicts what it had shown. An operator must decide.',
  ...COMMON_WEBHOOKS,
} as const satisfies WebhookTypes;
