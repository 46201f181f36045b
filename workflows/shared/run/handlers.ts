import type { UpdateDefinition } from '@temporalio/common';
import { currentUpdateInfo, setHandler, workflowInfo } from '@temporalio/workflow';
import { RESOLUTIONS } from '../../../src/domain/lifecycle/review.js';
import type { LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import { differingTerms } from '../../../src/domain/lifecycle/terms.js';
import {
  checkProgress,
  commandIdOf,
  gatewayEvent,
  join,
  type JoinAnswer,
  requestCheck,
  resolveReview,
  type ReviewResolution,
  snapshot,
  lifecycleId,
  type LifecycleTerms,
} from '../messages.js';
import { refusal } from './commands.js';
import { dropSignal, isRecord, isText, isWieldy, toLifecycleEvent } from './shapes.js';
import type { Lifecycle, Subject, WebhookDraft } from './lifecycle.js';

export { refusal } from './commands.js';

/** How long the id of a check request may be. */
const LONGEST_ID = 64;

export interface CommonHandlers<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>> {
  readonly prefix: string;
  readonly noun: string;
  /** What else a person's word changes, beside the item that it resolves. */
  readonly onResolved?: (subject: Of, order: ReviewResolution, kind: string) => readonly WebhookDraft[];
}

/**
 * The messages that every story hears. Registered before the first await, so that none can arrive before
 * there is somebody to hear it. Signals only put things aside; whatever takes time is done by the story.
 */
export function registerCommonHandlers<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  handlers: CommonHandlers<Snapshot, Of>,
): void {
  const { prefix, noun } = handlers;
  setHandler(
    gatewayEvent,
    (given: unknown) => {
      const event = toLifecycleEvent(given);
      if (!event) {
        dropSignal('gatewayEvent', given);
        return;
      }
      lifecycle.inbox.receive(event);
      // what is being done at the gateway may be what the event is about, and nothing takes it in before that is over
      if (!lifecycle.isReady() || !lifecycle.subject().hasSeen(event.key)) lifecycle.operations.wake();
    },
    { description: 'An event of the gateway whose signature was right.' },
  );
  setHandler(
    requestCheck,
    (id: unknown) => {
      if (id == null) lifecycle.checks.request('payer');
      else if (isText(id, LONGEST_ID)) lifecycle.checks.request(id);
      else dropSignal('requestCheck', id);
    },
    { description: 'The payer is back; the gateway is asked what happened.' },
  );
  setHandler(snapshot, () => lifecycle.subject().readable(), { description: 'All that is known of it.' });
  setHandler(
    checkProgress,
    (id) => ({ answered: lifecycle.checks.isAnswered(id), snapshot: lifecycle.subject().readable() }),
    { description: 'Whether a check that was asked for has been done.' },
  );
  setHandler(join, (terms) => joinLifecycle(lifecycle, terms), {
    validator: (terms: unknown) => {
      const isOurs =
        isRecord(terms) &&
        isWieldy(terms) &&
        isText(terms.reference) &&
        lifecycleId({ prefix }, terms.reference) === workflowInfo().workflowId;
      if (!isOurs) throw refusal('invalid', `these terms are of another ${noun}`);
    },
    description: 'Waits until it can be shown to the payer, if its terms are the ones given.',
  });
  registerCommand(lifecycle, resolveReview, {
    refuse: (order) => refuseResolution(lifecycle, order),
    execute: (order) => resolveItem(lifecycle, order, handlers),
    answer: () => lifecycle.subject().inWebhooks(),
    description: 'What a person makes of a review item.',
  });
}

export interface Command<Request, Answer> {
  readonly description: string;
  /** Runs before the command is accepted; what it refuses leaves no trace in history. */
  readonly refuse: (request: Request) => void;
  readonly execute: (request: Request) => Promise<Answer>;
  /** How a repeat is answered; without it the first answer is kept. */
  readonly answer?: () => Answer;
}

/** A command is carried out once, by the id of its update, in whatever run it is repeated. */
export function registerCommand<
  Snapshot extends LifecycleSnapshot,
  Of extends Subject<Snapshot>,
  Request,
  Answer,
>(
  lifecycle: Lifecycle<Snapshot, Of>,
  update: UpdateDefinition<Answer, [Request]> | UpdateDefinition<Answer>,
  { description, refuse, execute, answer }: Command<Request, Answer>,
): void {
  const id = () => commandIdOf(currentUpdateInfo()?.id ?? '');
  setHandler(
    update as UpdateDefinition<Answer, [Request]>,
    (request) =>
      lifecycle.commands.once(id(), request, {
        work: () => execute(request),
        ...(answer && { asItIs: answer }),
      }),
    {
      // what an earlier run has done is answered again, although the same would be refused today
      validator: (request: Request) => {
        if (!isWieldy(request)) throw refusal('invalid', 'the request is too large');
        if (!lifecycle.commands.isKnown(id())) refuse(request);
      },
      description,
    },
  );
}

async function joinLifecycle<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  terms: LifecycleTerms,
): Promise<JoinAnswer> {
  if (!lifecycle.isReady()) await lifecycle.whenReady();
  const subject = lifecycle.subject();
  const differences = differingTerms(subject.snapshot().terms, terms);
  if (differences.length > 0) return { kind: 'reference-conflict', differences };
  await lifecycle.pace.until(() => subject.isAnswerable());
  return { kind: 'joined', snapshot: subject.inWebhooks() };
}

async function resolveItem<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  order: ReviewResolution,
  { prefix, onResolved }: CommonHandlers<Snapshot, Of>,
): Promise<LifecycleSnapshot> {
  await lifecycle.settings();
  // it may have mended itself by now
  const item = refuseResolution(lifecycle, order);
  const subject = lifecycle.subject();
  const { key, decision, reason, gatewayReference } = order;
  subject.resolve(item, { decision, reason, ...(gatewayReference !== undefined && { gatewayReference }) });
  concludeOperation(lifecycle, order);
  const count = subject.snapshot().resolved?.length ?? 0;
  lifecycle.notify({
    type: `${prefix}.review-resolved`,
    effect: `decided:${key}:${count}`,
    about: { reviewItem: key },
  });
  onResolved?.(subject, order, item.kind).forEach(lifecycle.notify);
  return subject.inWebhooks();
}

const OPERATION = /^unresolved:(.+)$/s;

function concludeOperation<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  { key, decision, reason, gatewayReference }: ReviewResolution,
): void {
  const operation = OPERATION.exec(key)?.[1];
  if (operation === undefined || (decision !== 'happened' && decision !== 'did-not-happen')) return;
  lifecycle.operations.conclude(operation, {
    happened: decision === 'happened',
    reason,
    ...(gatewayReference !== undefined && { gatewayReference }),
  });
}

/** Whoever sends an update is not bound by our types. */
function refuseResolution<Snapshot extends LifecycleSnapshot, Of extends Subject<Snapshot>>(
  lifecycle: Lifecycle<Snapshot, Of>,
  order: unknown,
) {
  if (!isRecord(order) || !isText(order.key))
    throw refusal('invalid', 'the key of a review item must be given');
  const { key, decision, reason, gatewayReference } = order;
  if (!RESOLUTIONS.some((each) => each === decision)) {
    throw refusal('invalid', `the decision must be one of ${RESOLUTIONS.join(', ')}`);
  }
  if (!isText(reason) || reason.trim() === '') throw refusal('invalid', 'a reason must be given');
  if (gatewayReference !== undefined && !isText(gatewayReference)) {
    throw refusal('invalid', "the gateway's reference must be a text");
  }
  const item = lifecycle
    .subject()
    .snapshot()
    .review.find((each) => each.key === key);
  if (!item) throw refusal('nothing-to-resolve', `nothing needs a decision under ${key}`);
  const isConclusion = decision === 'happened' || decision === 'did-not-happen';
  if (isConclusion !== (item.kind === 'unresolved')) {
    throw refusal('invalid', `${String(decision)} is no answer to ${item.kind}`);
  }
  return item;
}
