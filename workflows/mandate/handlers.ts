import { isBeingSent, type MandateSnapshot } from '../../src/domain/mandate/mandate.js';
import { type DebitRequest, isUnsent } from '../../src/domain/mandate/debit.js';
import { isItemAbout, type ReviewItem } from '../../src/domain/lifecycle/review.js';
import { isUnknown } from '../../src/domain/payout/state.js';
import { decideOn, refuseDecisionOn } from '../shared/pull/decide.js';
import type { OpenOperation } from '../shared/gateway/operation-state.js';
import { cancelOf } from '../shared/messages.js';
import { authorizeDecision } from '../shared/payout/decisions.js';
import { registerCommand, registerCommonHandlers } from '../shared/run/handlers.js';
import { CANCEL_KEY, cancelMandate, refuseEnded } from './cancel.js';
import { placeOf } from './debit-places.js';
import { addDemand, refuseDebit } from './debits.js';
import type { MandateLifecycle } from './lifecycle.js';
import { type DebitAnswer, MANDATE } from './messages.js';
import { refuseDebitShape, refuseMissingTotal } from './validators.js';
import { COMMANDS_KEY } from './state.js';
import type { MandateWork } from './work.js';

/** `resume` continues a cancel that an earlier run accepted. */
export function registerHandlers(
  lifecycle: MandateLifecycle,
  work: MandateWork,
): { readonly resume: () => void } {
  const { commands } = MANDATE;

  // concurrent cancels wait for the same answer
  let underWay: Promise<MandateSnapshot> | undefined;
  const cancelOnce = () =>
    (underWay ??= cancelMandate(lifecycle).finally(() => {
      underWay = undefined;
    }));

  registerCommonHandlers(lifecycle, {
    ...MANDATE,
    authorize: (command) => {
      refuseMissingTotal(command);
      return authorizeDecision(lifecycle, command);
    },
    refuse: (command, item) => refuseDecisionOn(placeOfItem(lifecycle, item), command, item),
    openOperations: () => [...lifecycle.operations.open(), ...openDebits(lifecycle)],
    onResolved: (mandate, command, item) => {
      const place = placeOfItem(lifecycle, item);
      if (place) decideOn(place, command, lifecycle.pace.now());
      const drafts = mandate.onResolved(command);
      // the merchant had cancelled it: that is carried out now
      if (command.key === COMMANDS_KEY && command.decision === 'happened') lifecycle.spawn(cancelOnce());
      return drafts;
    },
  });

  registerCommand(lifecycle, commands.debit, {
    refuse: (request) => {
      refuseDebitShape(request);
      if (lifecycle.isReady()) refuseDebit(lifecycle.subject().snapshot(), request);
    },
    execute: (request) => debit(lifecycle, work, request),
    answer: () => ({ isNew: false, snapshot: lifecycle.subject().readable() }),
    description: "Debit the customer's account, or return the existing debit.",
  });

  registerCommand(lifecycle, cancelOf<MandateSnapshot>(), {
    refuse: () => refuseEnded(lifecycle),
    execute: cancelOnce,
    answer: () => lifecycle.subject().inWebhooks(),
    description: 'Cancel the mandate, also at the gateway; from now on no debit starts.',
  });

  return {
    resume: () => {
      const { cancel } = lifecycle.subject().snapshot();
      const isAsked = cancel && cancel.acceptedAt === undefined && cancel.refusedAt === undefined;
      if (isAsked || lifecycle.operations.get(CANCEL_KEY)) lifecycle.spawn(cancelOnce());
    },
  };
}

/**
 * Waits until the debit was sent, cannot be, or needs a person. Once a send had no answer it waits no longer: a gateway
 * that is away for hours must not hold up the caller, nor the commands of others. The answer shows how far it is.
 */
async function debit(
  lifecycle: MandateLifecycle,
  work: MandateWork,
  request: DebitRequest,
): Promise<DebitAnswer> {
  const mandate = await lifecycle.whenReady();
  const settings = await lifecycle.settings();
  const { reference, isNew } = addDemand(lifecycle, request, settings);
  if (isNew) work.start(reference);
  const isHeldUp = () => {
    const asked = mandate.findDebit(reference);
    if (!asked) return false;
    return asked.held !== undefined || isUnknown(asked) || (asked.reads.unanswered ?? 0) > 0;
  };
  await lifecycle.pace.until(() => !isBeingSent(mandate.snapshot(), request.reference) || isHeldUp());
  const { requestId } = request;
  return { isNew, ...(requestId !== undefined && { requestId }), snapshot: mandate.readable() };
}

/** The debit whose evidence an item is about. */
function placeOfItem(lifecycle: MandateLifecycle, item: ReviewItem) {
  const debits = lifecycle.subject().snapshot().debits;
  const debit = item.isOfEvidence && debits.find(({ reference }) => isItemAbout(item, reference));
  return debit ? placeOf(lifecycle, debit.reference) : undefined;
}

/** Debits that are due and not sent, or whose outcome is unknown. */
function openDebits(lifecycle: MandateLifecycle): readonly OpenOperation[] {
  const now = lifecycle.pace.now();
  return lifecycle
    .subject()
    .snapshot()
    .debits.filter((debit) => (isUnsent(debit) ? Date.parse(debit.dueAt) <= now : isUnknown(debit)))
    .map((debit) => ({
      key: `debit:${debit.reference}`,
      phase: isUnsent(debit) ? 'send' : 'check',
      notAfter: debit.notAfter,
    }));
}
