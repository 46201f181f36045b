import type { SinglePayoutSnapshot } from '../../../src/domain/payout/single-payout.js';
import { openSend } from '../gateway/open-send.js';
import type { LifecycleKind } from '../messages.js';
import { type CommandMessage, refusal, registerCommand, registerCommonHandlers } from '../run/handlers.js';
import { registerApprovalHandlers } from './approval.js';
import { cancelOrKeep, refuseCancel } from './cancel-payout.js';
import { decideOn, refuseDecisionOn } from './decide.js';
import { authorizeDecision } from './decisions.js';
import type { SinglePayoutLifecycle } from './single-payout.js';
import { createPlace, type SingleKind } from './single-run.js';

/** Registers what every payout has that is a lifecycle of its own; its kind adds `cancel`. */
export function registerPayoutHandlers<Snapshot extends SinglePayoutSnapshot>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  kind: LifecycleKind<never, Snapshot>,
  kindNow: () => SingleKind,
): void {
  const placeNow = () => createPlace(lifecycle, kindNow());
  registerCommonHandlers(lifecycle, {
    ...kind,
    authorize: (command) => authorizeDecision(lifecycle, command),
    refuse: (command, item) => refuseDecisionOn(placeNow(), command, item),
    onResolved: (_payout, command, item) => decideOn(placeNow(), command, item),
    // what it reports is read before anything more is sent
    onEvent: () => {
      if (lifecycle.isReady()) lifecycle.subject().withdraw();
    },
    openOperations: () => {
      const settings = lifecycle.given();
      return settings ? openSend(lifecycle.subject().snapshot(), kindNow().notAfter(settings)) : [];
    },
  });
  registerApprovalHandlers(lifecycle, kind);
}

/** Registers the cancel of a payout that the gateway cannot cancel: only what was not sent can be withdrawn. */
export function registerCancel<Snapshot extends SinglePayoutSnapshot>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  cancel: CommandMessage<never, Snapshot>,
  {
    noun,
    kind,
    description,
  }: { readonly noun: string; readonly kind: () => SingleKind; readonly description: string },
): void {
  const answer = () => lifecycle.subject().snapshot();
  const place = () => createPlace(lifecycle, kind());
  registerCommand(lifecycle, cancel, {
    refuse: () => refuseCancel(lifecycle.subject().snapshot(), noun),
    execute: async () => {
      await lifecycle.whenReady();
      if (await cancelOrKeep(lifecycle.pace, place())) return answer();
      throw refusal('not-open', `the ${noun} was already sent: it is ${answer().state}`);
    },
    answer,
    description,
  });
}
