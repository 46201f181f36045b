import type { SubscriptionSnapshot } from '../../src/domain/subscription/subscription.js';
import { isFinal, isPaused } from '../../src/domain/subscription/subscription.js';
import { isItemAbout, type ReviewItem } from '../../src/domain/lifecycle/review.js';
import { isUnknown } from '../../src/domain/payout/state.js';
import { isUnsent } from '../../src/domain/pull/state.js';
import { findCharge } from '../../src/domain/subscription/change-charge.js';
import { findCard } from '../shared/charge/find-card.js';
import type { ChargeableCard } from '../../src/domain/charge/card.js';
import { cancelOf } from '../shared/messages.js';
import {
  type Command,
  type CommandMessage,
  refusal,
  registerCommand,
  registerCommonHandlers,
} from '../shared/run/handlers.js';
import type { OpenOperation } from '../shared/gateway/operation-state.js';
import { decideOn, refuseDecisionOn } from '../shared/pull/decide.js';
import { placeOf } from './charge-places.js';
import type { SubscriptionLifecycle } from './lifecycle.js';
import { type CardReplacement, SUBSCRIPTION } from './messages.js';
import { COMMANDS_KEY, type Subscription } from './state.js';
import { refuseAmendment, refuseReplacement } from './validators.js';

export function registerHandlers(lifecycle: SubscriptionLifecycle): void {
  const { commands } = SUBSCRIPTION;
  registerCommonHandlers(lifecycle, {
    ...SUBSCRIPTION,
    refuse: (command, item) => refuseDecisionOn(placeOfItem(lifecycle, item), command, item),
    openOperations: () => [...lifecycle.operations.open(), ...openCharges(lifecycle)],
    onResolved: (subscription, command, item) => {
      const place = placeOfItem(lifecycle, item);
      if (place) decideOn(place, command, lifecycle.pace.now());
      // no command was lost
      if (command.key === COMMANDS_KEY && command.decision === 'did-not-happen') {
        subscription.liftDoubt();
        if (subscription.snapshot().paused) return [];
        return [subscription.numbered('resumed')];
      }
      return [];
    },
  });

  /** A repeat gets the current snapshot. */
  function register<Request>(
    message: CommandMessage<Request, SubscriptionSnapshot>,
    command: Command<Request, SubscriptionSnapshot>,
  ): void {
    registerCommand(lifecycle, message, { ...command, answer: () => lifecycle.subject().inWebhooks() });
  }

  /** Changes the subscription while it has not ended. */
  const changing =
    <Request>(change: (subscription: Subscription, request: Request) => void | Promise<void>) =>
    async (request: Request) => {
      const subscription = await lifecycle.whenReady();
      await lifecycle.settings();
      // before it has a card there is nothing to change
      await lifecycle.pace.until(() => subscription.snapshot().state !== 'PENDING');
      refuseEnded(lifecycle);
      await change(subscription, request);
      return subscription.inWebhooks();
    };

  const notify = (subscription: Subscription, type: string) => lifecycle.notify(subscription.numbered(type));

  register(commands.pause, {
    refuse: () => refuseEnded(lifecycle),
    execute: changing((subscription) => {
      const { paused } = subscription.snapshot();
      subscription.pause();
      if (!paused) notify(subscription, 'paused');
    }),
    description: 'Charge nothing until it is resumed.',
  });

  register(commands.resume, {
    refuse: () => refuseEnded(lifecycle),
    execute: changing((subscription) => {
      if (!isPaused(subscription.snapshot())) return;
      subscription.resume();
      notify(subscription, 'resumed');
    }),
    description: 'Charge again from the next period on.',
  });

  register(commands.amend, {
    refuse: (request) => {
      refuseAmendment(request);
      refuseEnded(lifecycle);
    },
    execute: changing((subscription, { amountKobo }) => {
      if (subscription.snapshot().amountKobo === amountKobo) return;
      subscription.change({ amountKobo });
      notify(subscription, 'amended');
    }),
    description: 'Change the amount from the next period on.',
  });

  register(commands.replaceCard, {
    refuse: (request) => {
      refuseReplacement(request);
      refuseEnded(lifecycle);
    },
    execute: changing(async (subscription, request) => {
      const card = await cardOf(lifecycle, request);
      refuseEnded(lifecycle);
      subscription.replaceCard(card);
      retryNow(subscription);
      notify(subscription, 'card-replaced');
    }),
    description: 'Charge another card from now on.',
  });

  register(cancelOf<SubscriptionSnapshot>(), {
    refuse: () => refuseUncancellable(lifecycle),
    execute: async () => {
      const subscription = await lifecycle.whenReady();
      await lifecycle.settings();
      refuseUncancellable(lifecycle);
      if (subscription.snapshot().state !== 'CANCELLED') {
        subscription.end('CANCELLED', 'the merchant cancelled it');
        lifecycle.notify(subscription.draft());
      }
      return subscription.inWebhooks();
    },
    description: 'Cancel it; a charge in flight is still resolved.',
  });
}

async function cardOf(
  lifecycle: SubscriptionLifecycle,
  { checkout = '', cardToken, email = '' }: CardReplacement,
): Promise<ChargeableCard> {
  if (cardToken !== undefined) return { token: cardToken, email };
  const found = await findCard(lifecycle, checkout);
  if (found.kind === 'found') return found.card;
  if (found.kind === 'none') {
    throw refusal('refused', `checkout ${checkout} has no card payment whose card can be charged again`);
  }
  throw refusal('not-sent', 'the gateway did not answer; try again soon');
}

/** The period that the old card could not pay is charged at once, if no charge of it is in flight. */
function retryNow(subscription: Subscription): void {
  const period = subscription.snapshot().periods.at(-1);
  if (period?.state !== 'DUE' || period.dropped !== undefined) return;
  if (period.attempts.at(-1)?.state !== 'FAILED') return;
  subscription.changePeriod(period.n, { retryAt: new Date().toISOString() });
}

function refuseEnded(lifecycle: SubscriptionLifecycle): void {
  const { state } = lifecycle.subject().snapshot();
  if (isFinal(state)) throw refusal('not-open', `the subscription is ${state}`);
}

/** A repeat gets the same answer. */
function refuseUncancellable(lifecycle: SubscriptionLifecycle): void {
  if (lifecycle.subject().snapshot().state !== 'CANCELLED') refuseEnded(lifecycle);
}

/** The charge whose evidence an item is about. */
function placeOfItem(lifecycle: SubscriptionLifecycle, item: ReviewItem) {
  if (!item.isOfEvidence) return undefined;
  const found = findCharge(lifecycle.subject().snapshot(), ({ key, transactionReference }) =>
    [key, transactionReference].some((name) => name !== undefined && isItemAbout(item, name)),
  );
  return found && placeOf(lifecycle, found.charge.key);
}

/** Charges that are due and not sent, or whose outcome is unknown. */
function openCharges(lifecycle: SubscriptionLifecycle): readonly OpenOperation[] {
  return lifecycle
    .subject()
    .snapshot()
    .periods.flatMap(({ attempts }) => attempts)
    .filter((charge) => isUnsent(charge) || isUnknown(charge))
    .map((charge) => ({
      key: `charge:${charge.key}`,
      phase: isUnsent(charge) ? 'send' : 'check',
      notAfter: charge.notAfter,
    }));
}
