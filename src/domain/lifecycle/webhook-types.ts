/** What each webhook type of a lifecycle means, by the end of its name: `paid` for `checkout.paid`. */
export type WebhookTypes = Readonly<Record<string, string>>;

/** What every lifecycle can send. */
export const COMMON_WEBHOOKS = {
  'review-resolved': 'An operator resolved a review item.',
  missed:
    'Too many webhooks could not be delivered. This one stands for the oldest: how many, since when, how much.',
} as const satisfies WebhookTypes;
