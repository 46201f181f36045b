import { standingOf } from '../../../src/domain/movement/standing.js';
import type { Payout } from '../../../src/domain/payout/payout.js';
import { isAuthorising, isOver, type Shown } from '../../../src/domain/payout/state.js';
import { refusal } from '../run/commands.js';
import type { Pace } from '../run/pace.js';
import { changePayout, type PayoutPlace } from './place.js';

/** Runs before a cancel is accepted; a refused one leaves no trace in history. */
export function refuseCancel(
  payout: Payout & Shown,
  noun: string,
  /** Whether the gateway can cancel it too. */
  { mayBeSent = false }: { readonly mayBeSent?: boolean } = {},
): void {
  const { state, movement } = payout;
  // a repeat gets the same answer
  if (state === 'CANCELLED' || payout.unwanted !== undefined) return;
  if (isOver(payout)) throw refusal('not-open', `the ${noun} is ${state}`);
  if (mayBeSent) return;
  if (isAtGateway(movement) && !isAuthorising(state))
    throw refusal('not-open', `the ${noun} was already sent`);
}

const isAtGateway = (movement: Payout['movement']) =>
  !['unsent', 'unknown', 'nothing', 'doubtful'].includes(standingOf(movement).name);

type Waiting = Pick<Pace, 'until'>;

/**
 * Cancels it; where nothing is left to cancel, it is as wanted as before. Cancels that come while another one waits, or in
 * a later run, share its answer.
 */
export async function cancelOrKeep(pace: Waiting, place: PayoutPlace): Promise<boolean> {
  const { unwanted, cancelling = { before: unwanted } } = place.read();
  if (!isOver(place.read())) changePayout(place, { cancelling });
  const isCancelled = await cancelPayout(pace, place);
  const { cancelling: asked } = place.read();
  if (asked) changePayout(place, { cancelling: undefined, ...(!isCancelled && { unwanted: asked.before }) });
  return isCancelled;
}

/**
 * Cancels what was not sent: a request that no worker has started is withdrawn. What may have left stays PENDING until that
 * is known, and is not sent again. False when the gateway has it, and it cannot be withdrawn there.
 */
export async function cancelPayout(pace: Waiting, place: PayoutPlace): Promise<boolean> {
  const { unwanted = 'the merchant cancelled it' } = place.read();
  if (!isOver(place.read())) changePayout(place, { unwanted });
  place.withdraw();
  const isAnswered = () => {
    const now = place.read();
    return isOver(now) || (now.movement.sending === undefined && standingOf(now.movement).name !== 'unsent');
  };
  await pace.until(isAnswered);
  const { state, movement } = place.read();
  return state === 'CANCELLED' || isAuthorising(state) || !isAtGateway(movement);
}
