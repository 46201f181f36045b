import { isBeingSent, type MandateSnapshot } from '../../src/domain/mandate/mandate.js';
import type { DebitRequest } from '../../src/domain/mandate/debit.js';
import { cancelOf } from '../shared/messages.js';
import { authorizeDecision } from '../shared/payout/decisions.js';
import { registerCommand, registerCommonHandlers } from '../shared/run/handlers.js';
import { CANCEL_KEY, cancelMandate, refuseEnded } from './cancel.js';
import { addDemand, refuseDebit } from './debits.js';
import type { MandateLifecycle } from './lifecycle.js';
import { type DebitAnswer, MANDATE } from './messages.js';
import { refuseDebitShape, refuseMissingTotal } from './validators.js';
import { isHeldUp } from './send.js';
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
    onResolved: (mandate, command) => {
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
  await lifecycle.pace.until(
    () => !isBeingSent(mandate.snapshot(), request.reference) || isHeldUp(lifecycle),
  );
  const { requestId } = request;
  return { isNew, ...(requestId !== undefined && { requestId }), snapshot: mandate.readable() };
}
