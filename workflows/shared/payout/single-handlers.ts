import { standingOf } from '../../../src/domain/movement/standing.js';
import type { SinglePayoutSnapshot } from '../../../src/domain/payout/single-payout.js';
import { isAuthorising, isOver } from '../../../src/domain/payout/state.js';
import type { OpenOperation } from '../gateway/operation-state.js';
import type { LifecycleKind } from '../messages.js';
import { type CommandMessage, refusal, registerCommand, registerCommonHandlers } from '../run/handlers.js';
import { registerApprovalHandlers } from './approval.js';
import { decideOn, refuseDecisionOn } from './decide.js';
import { authorizeDecision } from './decisions.js';
import { changePayout, type PayoutPlace } from './place.js';
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
    openOperations: () => openSend(lifecycle, kindNow().notAfter),
  });
  registerApprovalHandlers(lifecycle, kind);
}

/** The request that is to be sent, or whose outcome is unknown. */
function openSend<Snapshot extends SinglePayoutSnapshot>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  notAfter: SingleKind['notAfter'],
): readonly OpenOperation[] {
  const payout = lifecycle.subject().snapshot();
  const { name } = standingOf(payout.movement);
  const settings = lifecycle.given();
  if (isOver(payout) || !settings || (name !== 'unsent' && name !== 'unknown')) return [];
  const phase = name === 'unsent' ? 'send' : 'check';
  return [{ key: 'send', phase, notAfter: new Date(notAfter(settings)).toISOString() }];
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
    refuse: () => refuseCancel(lifecycle, noun),
    execute: async () => {
      await lifecycle.whenReady();
      if (await cancelOrKeep(lifecycle, place())) return answer();
      throw refusal('not-open', `the ${noun} was already sent: it is ${answer().state}`);
    },
    answer,
    description,
  });
}

/** Runs before a cancel is accepted; a refused one leaves no trace in history. */
export function refuseCancel<Snapshot extends SinglePayoutSnapshot>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  noun: string,
  /** Whether the gateway can cancel it too. */
  { mayBeSent = false }: { readonly mayBeSent?: boolean } = {},
): void {
  const payout = lifecycle.subject().snapshot();
  const { state, movement } = payout;
  // a repeat gets the same answer
  if (state === 'CANCELLED' || payout.unwanted !== undefined) return;
  if (isOver(payout)) throw refusal('not-open', `the ${noun} is ${state}`);
  if (mayBeSent) return;
  if (isAtGateway(movement) && !isAuthorising(state))
    throw refusal('not-open', `the ${noun} was already sent`);
}

const isAtGateway = (movement: SinglePayoutSnapshot['movement']) =>
  !['unsent', 'unknown', 'nothing', 'doubtful'].includes(standingOf(movement).name);

/**
 * Cancels it; where nothing is left to cancel, it is as wanted as before. Cancels that come while another one waits, or in
 * a later run, share its answer.
 */
async function cancelOrKeep<Snapshot extends SinglePayoutSnapshot>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  place: PayoutPlace,
): Promise<boolean> {
  const { unwanted, cancelling = { before: unwanted } } = place.read();
  if (!isOver(place.read())) changePayout(place, { cancelling });
  const isCancelled = await cancelPayout(lifecycle, place);
  const { cancelling: asked } = place.read();
  if (asked) changePayout(place, { cancelling: undefined, ...(!isCancelled && { unwanted: asked.before }) });
  return isCancelled;
}

/**
 * Cancels what was not sent: a request that no worker has started is withdrawn. What may have left stays PENDING until that
 * is known, and is not sent again. False when the gateway has it, and it cannot be withdrawn there.
 */
export async function cancelPayout<Snapshot extends SinglePayoutSnapshot>(
  lifecycle: SinglePayoutLifecycle<Snapshot>,
  place: PayoutPlace,
): Promise<boolean> {
  const payout = lifecycle.subject();
  const { unwanted = 'the merchant cancelled it' } = place.read();
  if (!isOver(place.read())) changePayout(place, { unwanted });
  payout.withdraw();
  const isAnswered = () => {
    const now = place.read();
    return isOver(now) || (now.movement.sending === undefined && standingOf(now.movement).name !== 'unsent');
  };
  await lifecycle.pace.until(isAnswered);
  const { state, movement } = place.read();
  return state === 'CANCELLED' || isAuthorising(state) || !isAtGateway(movement);
}
