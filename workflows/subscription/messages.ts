import { defineUpdate } from '@temporalio/workflow';
import { subscriptionHoldings } from '../../src/domain/subscription/holdings.js';
import type { CardSource } from '../../src/domain/charge/card.js';
import { type Kobo, showNaira } from '../../src/domain/money.js';
import {
  isOver,
  type SubscriptionSnapshot,
  type SubscriptionTerms,
} from '../../src/domain/subscription/subscription.js';
import { toSubscription } from '../../src/domain/subscription/view.js';
import { SUBSCRIPTION_WEBHOOKS } from '../../src/domain/subscription/webhook-types.js';
import { SUBSCRIPTION_STATES } from '../../src/domain/subscription/states.js';
import type { LifecycleInput, LifecycleKind } from '../shared/messages.js';

export type SubscriptionInput = LifecycleInput<SubscriptionTerms, SubscriptionSnapshot>;

/** Charges nothing until it is resumed; periods that become due meanwhile are missed. */
export const pauseSubscription = defineUpdate<SubscriptionSnapshot>('pauseSubscription');

export const resumeSubscription = defineUpdate<SubscriptionSnapshot>('resumeSubscription');

export interface Amendment {
  readonly amountKobo: Kobo;
}

/** Changes the amount of periods that become due from now on. */
export const amendSubscription = defineUpdate<SubscriptionSnapshot, [Amendment]>('amendSubscription');

/** The card that is charged from now on; a token needs the e-mail address of its first charge. */
export interface CardReplacement extends CardSource {
  readonly email?: string;
}

export const replaceCard = defineUpdate<SubscriptionSnapshot, [CardReplacement]>('replaceCard');

const commands = {
  pause: { update: pauseSubscription, takes: 0 },
  resume: { update: resumeSubscription, takes: 0 },
  amend: { update: amendSubscription, takes: 1 },
  replaceCard: { update: replaceCard, takes: 1 },
} as const;

export const SUBSCRIPTION: LifecycleKind<SubscriptionTerms, SubscriptionSnapshot, typeof commands> = {
  noun: 'subscription',
  about: 'A card that is charged every period.',
  created: { scope: 'collect', command: 'Charge the card of a paid checkout every period' },
  prefix: 'subscription',
  type: 'chargeSubscription',
  path: '/v1/subscriptions',
  firstState: 'PENDING',
  states: SUBSCRIPTION_STATES,
  isOver,
  freeText: ['name', 'description', 'metadata'],
  summaryOf: ({ reference, amountKobo }) => `Subscription ${reference}: ${showNaira(amountKobo)} a period`,
  amountOf: ({ amountKobo }) => amountKobo,
  toView: toSubscription,
  viewName: 'subscription',
  webhooks: SUBSCRIPTION_WEBHOOKS,
  takesEvents: true,
  holdingsOf: subscriptionHoldings,
  cancelRequest: 'POST /v1/subscriptions/{reference}/cancel',
  commands,
};
