import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { reviewKey } from '../../src/domain/lifecycle/review.js';
import type { MandateSnapshot } from '../../src/domain/mandate/mandate.js';
import { stateOf } from '../../src/domain/mandate/verdict.js';
import { ZERO } from '../../src/domain/money.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { changesWithin } from '../shared/gateway/effects.js';
import type { Finding, Operation, Outcome } from '../shared/gateway/operation.js';
import { refusal } from '../shared/run/commands.js';
import { timestamp } from '../shared/run/state.js';
import { isUncreated } from './create.js';
import type { MandateLifecycle } from './lifecycle.js';

const { getMandate } = proxyActivities<Activities>(GATEWAY_READ);

/** A cancel without an answer for so long is given up; the fence stays. */
const CANCEL_WITHIN_MS = 24 * 60 * 60_000;

export const CANCEL_KEY = 'cancel';

const REFUSED_KEY = reviewKey({ kind: 'cancel-refused' });

/** The gateway takes it, and carries it out later. */
type Accepted = 'accepted';

/** Runs before the command is accepted; a refused one leaves no trace in history. */
export function refuseEnded(lifecycle: MandateLifecycle): void {
  const { state } = lifecycle.subject().snapshot();
  // a repeat gets the same answer
  if (state === 'CANCELLED') return;
  if (!lifecycle.subject().isOpen()) throw refusal('not-open', `the mandate is ${state}`);
}

/** From this moment on no debit starts. A debit that was sent is followed to its outcome. */
function setFence(lifecycle: MandateLifecycle): void {
  const mandate = lifecycle.subject();
  if (!mandate.isOpen()) return;
  const { cancel } = mandate.snapshot();
  mandate.setFence('cancel', 'the merchant cancelled the mandate');
  // whatever cancel was lost, this one takes its place
  mandate.liftFence('commands');
  // another cancel after a refused one is sent again: a decision about that one is none about this
  if (cancel && cancel.refusedAt === undefined) return;
  mandate.change({ cancel: { requestedAt: timestamp() } });
  mandate.clear(({ key }) => key === REFUSED_KEY);
}

/**
 * Cancels the mandate at the gateway, which accepts the cancel first and carries it out later: checks show when. A
 * mandate that is still being created is cancelled afterwards.
 */
export async function cancelMandate(lifecycle: MandateLifecycle): Promise<MandateSnapshot> {
  if (lifecycle.isReady()) setFence(lifecycle);
  const mandate = await lifecycle.whenReady();
  setFence(lifecycle);
  await lifecycle.settings();
  await lifecycle.pace.until(() => !isUncreated(lifecycle));
  const isToBeSent = mandate.isOpen() && mandate.snapshot().cancel?.acceptedAt === undefined;
  const outcome = isToBeSent ? await lifecycle.run(cancellation(lifecycle)) : undefined;
  // an earlier run began it, and a check has shown the end meanwhile: nothing is left to find out
  if (!outcome) lifecycle.operations.delete(CANCEL_KEY);
  if (!mandate.isOpen()) {
    const { state } = mandate.snapshot();
    if (state !== 'CANCELLED') throw refusal('not-open', `the mandate is ${state}`);
    return mandate.inWebhooks();
  }
  if (!outcome || outcome.kind === 'answered') setAccepted(lifecycle);
  else refuse(lifecycle, outcome);
  return mandate.inWebhooks();
}

function setAccepted(lifecycle: MandateLifecycle): void {
  const mandate = lifecycle.subject();
  const { cancel } = mandate.snapshot();
  if (!cancel || cancel.acceptedAt !== undefined) return;
  mandate.change({ cancel: { ...cancel, acceptedAt: timestamp() } });
  mandate.clear(({ key }) => key === REFUSED_KEY);
  lifecycle.checks.resetUndecided();
  lifecycle.checks.requestNow();
}

function refuse(
  lifecycle: MandateLifecycle,
  { reason }: Exclude<Outcome<Accepted>, { kind: 'answered' }>,
): never {
  const mandate = lifecycle.subject();
  const { cancel, terms } = mandate.snapshot();
  const refusedAt = timestamp();
  mandate.change({ cancel: { requestedAt: cancel?.requestedAt ?? refusedAt, refusedAt, reason } });
  const isNew = mandate.raise({
    kind: 'cancel-refused',
    reason: `the gateway did not accept the cancel: ${reason}`,
    atRiskKobo: terms.amountKobo ?? ZERO,
  });
  if (isNew) lifecycle.notify({ type: 'mandate.cancel-refused', effect: `cancel-refused:${refusedAt}` });
  lifecycle.checks.requestNow();
  throw refusal('refused', `not cancelled: ${reason}`);
}

function cancellation(lifecycle: MandateLifecycle): Operation<Accepted> {
  const mandate = lifecycle.subject();
  const { terms, mandateCode = '' } = mandate.snapshot();
  const { reference } = terms;
  return {
    key: CANCEL_KEY,
    summary: `Cancel ${reference}`,
    atRiskKobo: terms.amountKobo ?? ZERO,
    send: ({ notAfter }) => send(mandateCode, reference, notAfter),
    check: () => checkCancelled(reference),
    notAfter: Date.now() + CANCEL_WITHIN_MS,
    isWanted: () => mandate.isOpen(),
    adopt: () => 'accepted',
  };
}

async function send(
  mandateCode: string,
  reference: string,
  notAfter: number,
): Promise<Accepted | 'check-first' | { refused: string }> {
  const answer = await changesWithin(notAfter - Date.now()).cancelMandate.executeWithOptions(
    { summary: `Cancel ${reference} at the gateway` },
    [{ mandateCode }],
  );
  if (answer.kind === 'not-found') return { refused: `the gateway has no such mandate: ${answer.message}` };
  // a reply about another mandate proves nothing about this one
  return answer.body.mandateCode === mandateCode ? 'accepted' : 'check-first';
}

/** A cancel that was accepted does not show before it is carried out: one that does not show is sent again. */
async function checkCancelled(reference: string): Promise<Finding<Accepted>> {
  const answer = await getMandate.executeWithOptions({ summary: `Check whether ${reference} is cancelled` }, [
    { mandateReferences: reference },
  ]);
  const records = answer.kind === 'ok' ? answer.body : [];
  const record = records.find(({ externalMandateReference }) => externalMandateReference === reference);
  if (!record) return { kind: 'undecided', observed: `no mandate ${reference}` };
  const { mandateStatus } = record;
  const observed = `the mandate is ${mandateStatus}`;
  if (stateOf(mandateStatus) === 'CANCELLED') return { kind: 'found', answer: 'accepted', observed };
  return { kind: 'absent', observed };
}
