import {
  type Approval,
  isRefusedDecision,
  withApproval,
  withDecline,
} from '../../../src/domain/approval/approval.js';
import { type GrantAction, readSignedGrant } from '../../../src/domain/approval/grant.js';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import { approvalCommands, type ApprovalDecision } from '../messages.js';
import { type CommandMessage, refusal, registerCommand } from '../run/handlers.js';
import type { Lifecycle, Subject } from '../run/lifecycle.js';
import { isRecord } from '../run/shapes.js';
import { timestamp } from '../run/state.js';
import { type ApprovalPlace, type ApprovedKind, placeOf } from './approval-place.js';
import { type PayoutSnapshot, purposeOf } from './approval-state.js';
import { requireGrant } from './decisions.js';

/** The commands that decide on one payout. */
export interface DecisionCommands<Given extends ApprovalDecision, Answer> {
  readonly approve: CommandMessage<Given, Answer>;
  readonly decline: CommandMessage<Given, Answer>;
  /** The payout that is decided on; refuses a command that names none. */
  readonly placeOf: (given: Given) => ApprovalPlace;
  readonly answer: () => Answer;
}

/** Registers the commands `approve` and `decline` of a lifecycle; `kind` is its row in the table of lifecycles. */
export function registerApprovalHandlers<Snapshot extends PayoutSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  kind: ApprovedKind<Snapshot>,
): void {
  registerDecisions(lifecycle, {
    ...approvalCommands<Snapshot>(),
    placeOf: () => placeOf(lifecycle, kind),
    answer: () => lifecycle.subject().inWebhooks(),
  });
}

/** Registers the two commands of a lifecycle with one payout or several. */
export function registerDecisions<
  Snapshot extends LifecycleSnapshot,
  Of extends Subject<Snapshot>,
  Given extends ApprovalDecision,
  Answer,
>(lifecycle: Lifecycle<Snapshot, Of>, commands: DecisionCommands<Given, Answer>): void {
  const { answer } = commands;
  const executeAs = (action: GrantAction, add: typeof withApproval) => ({
    refuse: (given: Given) => refuseDecision(commands, given),
    execute: async (given: Given) => {
      await decide(lifecycle, commands.placeOf(given), { given, action, add });
      return answer();
    },
    answer,
  });
  registerCommand(lifecycle, commands.approve, {
    ...executeAs('approve', withApproval),
    description: 'Approve the payout, with a grant that the api signed.',
  });
  registerCommand(lifecycle, commands.decline, {
    ...executeAs('decline', withDecline),
    description: 'Decline the payout, with a grant that the api signed.',
  });
}

/** Runs before the command is accepted; a refused one leaves no trace in history. */
function refuseDecision<Given extends ApprovalDecision, Answer>(
  commands: DecisionCommands<Given, Answer>,
  given: Given,
): void {
  const signed = isRecord(given) ? readSignedGrant(given.grant) : undefined;
  if (!signed) throw refusal('invalid', 'grant: expected a signed grant');
  approvalAt(commands.placeOf(given));
}

function approvalAt(place: ApprovalPlace): Approval {
  const { approval } = place.read();
  if (!approval) throw refusal('not-awaiting-approval', 'the payout has not asked for an approval');
  return approval;
}

/** Nothing changes before the worker has checked who decides. What is approved is what the approver saw. */
async function decide(
  { pace }: Pick<Lifecycle, 'pace'>,
  place: ApprovalPlace,
  {
    given: { grant: signed },
    action,
    add,
  }: {
    readonly given: ApprovalDecision;
    readonly action: GrantAction;
    readonly add: typeof withApproval;
  },
): Promise<void> {
  const terms = place.approvedTerms();
  await requireGrant({ pace }, signed, purposeOf(action, terms));
  // rows may have been released meanwhile, and another approval requested
  if (action === 'approve' && JSON.stringify(place.approvedTerms()) !== JSON.stringify(terms)) {
    throw refusal(
      'grant-invalid',
      'what is to be approved has changed meanwhile; read it, and approve it again',
    );
  }
  const { key, subject, reason } = signed.grant;
  const decision = { key, subject, at: timestamp(), ...(reason !== undefined && { reason }) };
  // no await from here on: of two decisions at once, the second meets the first
  const result = add(approvalAt(place), decision);
  if (isRefusedDecision(result)) throw refusal(result.refused, result.reason);
  place.write({ approval: result });
}
