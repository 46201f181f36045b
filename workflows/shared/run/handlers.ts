import type { UpdateDefinition } from '@temporalio/common';
import { currentUpdateInfo, setHandler, TemporalFailure, workflowInfo } from '@temporalio/workflow';
import {
  isFitting,
  type Resolution,
  RESOLUTIONS,
  type ReviewItem,
} from '../../../src/domain/lifecycle/review.js';
import { toReviewItem } from '../../../src/domain/lifecycle/state-view.js';
import { type LifecycleEvent, readLifecycleEvent } from '../../../src/domain/lifecycle/event.js';
import { type LifecycleSnapshot, numberedEffect } from '../../../src/domain/lifecycle/lifecycle.js';
import { showNaira } from '../../../src/domain/money.js';
import { differingTerms } from '../../../src/domain/lifecycle/terms.js';
import {
  checkProgress,
  commandIdOf,
  gatewayEvent,
  join,
  type JoinAnswer,
  requestCheck,
  resolveReview,
  resumeSending,
  type ReviewResolution,
  snapshot,
  lifecycleId,
  nameOf,
  type LifecycleTerms,
  openOperations,
  waitingWebhooks,
} from '../messages.js';
import { registerCancelRequest } from './cancel-request.js';
import { refusal } from './commands.js';
import type { OpenOperation } from '../gateway/operation-state.js';
import { observer } from './observer.js';
import { dropSignal, isAmount, isOptional, isRecord, isText, isWithinLimits } from './shapes.js';
import type { Lifecycle, Subject, WebhookDraft } from './lifecycle.js';

export { refusal } from './commands.js';

/** Maximum length of the id of a check request or of a call. */
const LONGEST_ID = 64;

export interface CommonHandlers<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>> {
  readonly prefix: string;
  readonly name?: string;
  readonly noun: string;
  readonly path: string;
  readonly cancelRequest?: string;
  /** Checks who decides, where decisions must be signed, and returns their name. */
  readonly authorize?: (command: ReviewResolution) => Promise<string>;
  /** Reads what a decision depends on, before it is looked at for the last time. */
  readonly learn?: (command: ReviewResolution) => Promise<void>;
  /** Why a decision on an item is refused, beside what all items require; it throws. */
  readonly refuse?: (command: ReviewResolution, item: ReviewItem) => void;
  /** The same, where it depends on what is read first: once that is learned. */
  readonly refuseLearned?: (command: ReviewResolution, item: ReviewItem) => void;
  /** What an event changes at once, before the main loop takes it. */
  readonly onEvent?: (event: LifecycleEvent) => void;
  /** What waits to be sent or is not known yet, where it is no operation. */
  readonly openOperations?: () => readonly OpenOperation[];
  /** The largest terms, in characters. */
  readonly largestTerms?: number;
  /** Further effects of an operator's decision, beside resolving the item. */
  readonly onResolved?: (subject: Of, command: ReviewResolution, item: ReviewItem) => readonly WebhookDraft[];
}

/**
 * The messages that every lifecycle handles. They are registered before the first await, so that no message
 * can arrive before its handler. Signal handlers only store; the main loop does everything that takes time.
 */
export function registerCommonHandlers<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  handlers: CommonHandlers<Snapshot, Of>,
): void {
  const { prefix, noun, largestTerms } = handlers;
  registerCancelRequest(lifecycle, handlers);
  setHandler(
    gatewayEvent,
    (given: unknown) => {
      noteMessage(lifecycle);
      const event = isRecord(given) ? readLifecycleEvent(given) : undefined;
      if (!event) {
        dropSignal('gatewayEvent', given);
        return;
      }
      lifecycle.inbox.receive(event);
      // the event may be about an operation in progress, and the main loop does not read events before that
      // ends
      const isRepeated = lifecycle.isReady() && lifecycle.subject().hasSeen(event.key);
      if (isRepeated) observer.repeatedEvent(prefix);
      else {
        lifecycle.operations.wake();
        noticed(lifecycle, () => handlers.onEvent?.(event));
      }
    },
    { description: 'Gateway event with a verified signature.' },
  );
  setHandler(
    requestCheck,
    (id: unknown) => {
      noteMessage(lifecycle);
      if (id == null) lifecycle.checks.request('payer');
      else if (isText(id, LONGEST_ID)) lifecycle.checks.request(id);
      else dropSignal('requestCheck', id);
    },
    { description: 'Check with the gateway now, for example because the payer returned.' },
  );
  setHandler(resumeSending, () => lifecycle.operations.resume(), {
    description: 'Read again what is paused.',
  });
  setHandler(openOperations, () => handlers.openOperations?.() ?? lifecycle.operations.open(), {
    description: 'The operations in progress, with their deadlines.',
  });
  setHandler(
    waitingWebhooks,
    () => ({ waiting: lifecycle.waitingWebhooks(), snapshot: lifecycle.subject().inWebhooks() }),
    { description: 'Webhooks that are not delivered yet.' },
  );
  setHandler(snapshot, () => lifecycle.subject().readable(), { description: 'The current snapshot.' });
  setHandler(
    checkProgress,
    (id) => ({ answered: lifecycle.checks.isAnswered(id), snapshot: lifecycle.subject().readable() }),
    { description: 'Whether a requested check is done, with the current snapshot.' },
  );
  setHandler(join, (terms, call) => joinLifecycle(lifecycle, terms, call), {
    validator: (terms: unknown, call: unknown) => {
      const isOurs =
        isRecord(terms) &&
        isWithinLimits(terms, largestTerms) &&
        isText(terms.reference) &&
        lifecycleId({ prefix }, terms.reference) === workflowInfo().workflowId;
      if (!isOurs) throw refusal('invalid', `these terms belong to another ${noun}`);
      if (call != null && !isText(call, LONGEST_ID)) throw refusal('invalid', 'call: expected a name');
    },
    description: 'Compare the terms, and wait until there is something to show to the payer.',
  });
  registerCommand(lifecycle, RESOLVE, {
    refuse: (command) => {
      const item = refuseResolution(lifecycle, command);
      refuseUnseen(command, item);
      refuseOnItsWay(lifecycle, command);
      handlers.refuse?.(command, item);
    },
    execute: (command) => resolveItem(lifecycle, command, handlers),
    answer: () => lifecycle.subject().inWebhooks(),
    description: 'Resolve a review item.',
  });
}

/** The part of a row in a kind's table of commands that its handler needs. */
export interface CommandMessage<Request, Answer> {
  readonly update: UpdateDefinition<Answer, [Request]> | UpdateDefinition<Answer>;
  /** What tells two commands under one id apart; the whole request unless given. */
  readonly fingerprintOf?: (request: Request) => unknown;
}

const RESOLVE: CommandMessage<ReviewResolution, LifecycleSnapshot> = {
  update: resolveReview,
  // a repeat of a decision has a new signature
  fingerprintOf: ({ key, decision, reason, gatewayReference, amountKobo, version }) => ({
    key,
    decision,
    reason,
    gatewayReference,
    amountKobo,
    version,
  }),
};

export interface Command<Request, Answer> {
  readonly description: string;
  /** Runs before the command is accepted; a refused command leaves no trace in history. */
  readonly refuse: (request: Request) => void;
  readonly execute: (request: Request) => Promise<Answer>;
  /** Answers a repeat; without it the first answer is stored. */
  readonly answer?: () => Answer;
}

/** Registers a command that runs once per update id, also when it is repeated in a later run. */
export function registerCommand<
  Snapshot extends LifecycleSnapshot,
  Of extends Subject<Snapshot>,
  Request,
  Answer,
>(
  lifecycle: Lifecycle<Snapshot, Of>,
  { update, fingerprintOf }: CommandMessage<Request, Answer>,
  { description, refuse, execute, answer }: Command<Request, Answer>,
): void {
  const id = () => commandIdOf(currentUpdateInfo()?.id ?? '');
  setHandler(
    update as UpdateDefinition<Answer, [Request]>,
    (request) => {
      noteMessage(lifecycle);
      return lifecycle.commands.once(id(), fingerprintOf ? fingerprintOf(request) : request, {
        name: update.name,
        work: () => orRefused(lifecycle, () => execute(request)),
        ...(answer && { asItIs: answer }),
      });
    },
    {
      // a repeat of a finished command gets its answer, even if the command would be refused today
      validator: (request: Request) => {
        if (!isWithinLimits(request)) throw refusal('invalid', 'the request is too large');
        if (lifecycle.commands.isKnown(id())) return;
        refuse(request);
        lifecycle.commands.refuseIfFull(update.name);
      },
      description,
    },
  );
}

/** A command that an error interrupts is refused: were it repeated by Temporal, no other command would be heard. */
async function orRefused<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>, Answer>(
  lifecycle: Lifecycle<Snapshot, Of>,
  execute: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await execute();
  } catch (error) {
    if (error instanceof TemporalFailure) throw error;
    lifecycle.recordSlip(error);
    throw refusal('internal-error', 'an error in Oware interrupted the command; read the state first');
  }
}

/** The event is stored already: what else it causes must not keep it from being read. */
function noticed<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  onEvent: () => void,
): void {
  try {
    onEvent();
  } catch (error) {
    lifecycle.recordSlip(error);
  }
}

/** A message may be what makes the history too long. Waiters do not notice that by themselves, see `createPace`. */
function noteMessage<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>({
  pace,
}: Lifecycle<Snapshot, Of>): void {
  pace.isContinuing();
}

async function joinLifecycle<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  terms: LifecycleTerms,
  call: string | undefined,
): Promise<JoinAnswer> {
  noteMessage(lifecycle);
  if (!lifecycle.isReady()) await lifecycle.whenReady();
  const subject = lifecycle.subject();
  const differences = differingTerms(subject.snapshot().terms, terms);
  if (differences.length > 0) return { kind: 'reference-conflict', differences };
  await lifecycle.pace.until(() => subject.isAnswerable());
  return { kind: 'joined', snapshot: subject.inWebhooks(), ...(call != null && { call }) };
}

async function resolveItem<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  command: ReviewResolution,
  handlers: CommonHandlers<Snapshot, Of>,
): Promise<LifecycleSnapshot> {
  await lifecycle.settings();
  const by = await handlers.authorize?.(command);
  // histories from before items had versions have decisions without one
  const isSeen = command.version !== undefined;
  if (isSeen) await handlers.learn?.(command);
  // the item may have been cleared meanwhile
  const item = refuseResolution(lifecycle, command);
  if (isSeen) refuseUnseen(command, item);
  refuseOnItsWay(lifecycle, command);
  handlers.refuse?.(command, item);
  handlers.refuseLearned?.(command, item);
  const subject = lifecycle.subject();
  const { key, decision, reason, gatewayReference, amountKobo } = command;
  subject.resolve(item, {
    decision,
    reason,
    ...(gatewayReference !== undefined && { gatewayReference }),
    ...(amountKobo !== undefined && { amountKobo }),
    ...(by !== undefined && { by }),
  });
  concludeOperation(lifecycle, command);
  const known = subject.snapshot();
  lifecycle.notify({
    type: `${nameOf(handlers)}.review-resolved`,
    effect: numberedEffect(known, `decided:${key}`, known.decisionCount ?? 0),
    about: { reviewItem: key },
  });
  handlers.onResolved?.(subject, command, item).forEach(lifecycle.notify);
  return subject.inWebhooks();
}

/** The key of the operation that an item is about, if it is about one. */
const operationIn = (key: string) => /^unresolved:(.+)$/s.exec(key)?.[1];

/**
 * A decision is about requests that have ended; one that is on its way may still move the money. It is refused before it is
 * accepted, so that a repeat under the same id is heard later, and again once the worker has checked who decides.
 */
function refuseOnItsWay({ operations }: Pick<Lifecycle, 'operations'>, { key }: ReviewResolution): void {
  const operation = operationIn(key);
  if (operation === undefined || !operations.isOnItsWay(operation)) return;
  throw refusal(
    'send-in-progress',
    'a request that may move the money is on its way; decide once it is answered',
  );
}

function concludeOperation<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  { key, decision, reason, gatewayReference }: ReviewResolution,
): void {
  const operation = operationIn(key);
  if (operation === undefined || (decision !== 'happened' && decision !== 'did-not-happen')) return;
  lifecycle.operations.conclude(operation, {
    happened: decision === 'happened',
    reason,
    ...(gatewayReference !== undefined && { gatewayReference }),
  });
}

/**
 * A decision is about what the person saw: it names the version of an item that follows from evidence. What arrives between the
 * look and the decision is another version.
 */
function refuseUnseen({ version }: ReviewResolution, item: ReviewItem): void {
  if (version === item.version) return;
  const sentence =
    version === undefined
      ? `version: give the version of review item ${item.key}, as reviewItems shows it`
      : `review item ${item.key} has changed since it was read`;
  const now = `it says now: ${item.reason}, with ${showNaira(item.atRiskKobo)} at risk`;
  throw refusal('review-item-changed', `${sentence}; ${now}`, { reviewItem: toReviewItem(item) });
}

/** Clients of Temporal are not bound by our types. */
function refuseResolution<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  command: unknown,
) {
  if (!isRecord(command) || !isText(command.key))
    throw refusal('invalid', 'key: expected the key of a review item');
  const { key, decision, reason, gatewayReference, amountKobo, version } = command;
  if (!RESOLUTIONS.some((each) => each === decision)) {
    throw refusal('invalid', `decision: expected one of ${RESOLUTIONS.join(', ')}`);
  }
  if (!isText(reason) || reason.trim() === '') throw refusal('invalid', 'reason: expected a text');
  if (gatewayReference !== undefined && !isText(gatewayReference)) {
    throw refusal('invalid', 'gatewayReference: expected a text');
  }
  if (!isOptional(amountKobo, isAmount)) throw refusal('invalid', 'amountKobo: expected a number of kobo');
  if (!isOptional(version, isText)) throw refusal('invalid', 'version: expected a text');
  const item = lifecycle
    .subject()
    .snapshot()
    .review.find((each) => each.key === key);
  if (!item) throw refusal('nothing-to-resolve', `there is no open review item ${key}`);
  if (!isFitting(decision as Resolution['decision'], item.kind)) {
    throw refusal('invalid', `${String(decision)} does not resolve an item of kind ${item.kind}`);
  }
  return item;
}
