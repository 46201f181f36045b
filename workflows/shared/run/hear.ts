import type { UpdateDefinition } from '@temporalio/common';
import { currentUpdateInfo, setHandler, workflowInfo } from '@temporalio/workflow';
import { RESOLUTIONS } from '../../../src/domain/review.js';
import type { StorySnapshot } from '../../../src/domain/story.js';
import { differingTerms } from '../../../src/domain/terms.js';
import {
  checkProgress,
  commandIdOf,
  gatewayReported,
  join,
  type JoinAnswer,
  payerReturned,
  resolveReview,
  type ReviewOrder,
  snapshot,
  storyId,
  type StoryTerms,
} from '../messages.js';
import { refusal } from './commands.js';
import { dropSignal, isRecord, isText, isWieldy, toNews } from './shapes.js';
import type { Story, Subject, Tale } from './story.js';

export { refusal } from './commands.js';

/** How long the id of a check request may be. */
const LONGEST_ID = 64;

export interface Hearing<Snapshot extends StorySnapshot, Of extends Subject<Snapshot>> {
  readonly prefix: string;
  readonly noun: string;
  /** What else a person's word changes, beside the item that it resolves. */
  readonly onResolved?: (subject: Of, order: ReviewOrder, kind: string) => readonly Tale[];
}

/**
 * The messages that every story hears. Registered before the first await, so that none can arrive before
 * there is somebody to hear it. Signals only put things aside; whatever takes time is done by the story.
 */
export function hearCommon<Snapshot extends StorySnapshot, Of extends Subject<Snapshot>>(
  story: Story<Snapshot, Of>,
  hearing: Hearing<Snapshot, Of>,
): void {
  const { prefix, noun } = hearing;
  setHandler(
    gatewayReported,
    (given: unknown) => {
      const news = toNews(given);
      if (!news) {
        dropSignal('gatewayReported', given);
        return;
      }
      story.inbox.receive(news);
      // what is being done at the gateway may be what the event is about, and nothing takes it in before that is over
      if (!story.isBegun() || !story.known().hasSeen(news.key)) story.operations.wake();
    },
    { description: 'An event of the gateway whose signature was right.' },
  );
  setHandler(
    payerReturned,
    (id: unknown) => {
      if (id == null) story.checks.request('payer');
      else if (isText(id, LONGEST_ID)) story.checks.request(id);
      else dropSignal('payerReturned', id);
    },
    { description: 'The payer is back; the gateway is asked what happened.' },
  );
  setHandler(snapshot, () => story.known().readable(), { description: 'All that is known of it.' });
  setHandler(
    checkProgress,
    (id) => ({ answered: story.checks.isAnswered(id), snapshot: story.known().readable() }),
    { description: 'Whether a check that was asked for has been done.' },
  );
  setHandler(join, (terms) => joinStory(story, terms), {
    validator: (terms: unknown) => {
      const isOurs =
        isRecord(terms) &&
        isWieldy(terms) &&
        isText(terms.reference) &&
        storyId({ prefix }, terms.reference) === workflowInfo().workflowId;
      if (!isOurs) throw refusal('invalid', `these terms are of another ${noun}`);
    },
    description: 'Waits until it can be shown to the payer, if its terms are the ones given.',
  });
  hearCommand(story, resolveReview, {
    refuse: (order) => refuseOrder(story, order),
    obey: (order) => resolveItem(story, order, hearing),
    answer: () => story.known().tellable(),
    description: 'What a person makes of a review item.',
  });
}

export interface Command<Request, Answer> {
  readonly description: string;
  /** Runs before the command is accepted; what it refuses leaves no trace in history. */
  readonly refuse: (request: Request) => void;
  readonly obey: (request: Request) => Promise<Answer>;
  /** How a repeat is answered; without it the first answer is kept. */
  readonly answer?: () => Answer;
}

/** A command is carried out once, by the id of its update, in whatever run it is repeated. */
export function hearCommand<Snapshot extends StorySnapshot, Of extends Subject<Snapshot>, Request, Answer>(
  story: Story<Snapshot, Of>,
  update: UpdateDefinition<Answer, [Request]> | UpdateDefinition<Answer>,
  { description, refuse, obey, answer }: Command<Request, Answer>,
): void {
  const id = () => commandIdOf(currentUpdateInfo()?.id ?? '');
  setHandler(
    update as UpdateDefinition<Answer, [Request]>,
    (request) =>
      story.commands.once(id(), request, {
        work: () => obey(request),
        ...(answer && { asItIs: answer }),
      }),
    {
      // what an earlier run has done is answered again, although the same would be refused today
      validator: (request: Request) => {
        if (!isWieldy(request)) throw refusal('invalid', 'the request is too large');
        if (!story.commands.isKnown(id())) refuse(request);
      },
      description,
    },
  );
}

async function joinStory<Snapshot extends StorySnapshot, Of extends Subject<Snapshot>>(
  story: Story<Snapshot, Of>,
  terms: StoryTerms,
): Promise<JoinAnswer> {
  if (!story.isBegun()) await story.begun();
  const subject = story.known();
  const differences = differingTerms(subject.snapshot().terms, terms);
  if (differences.length > 0) return { kind: 'terms-differ', differences };
  await story.pace.until(() => subject.isAnswerable());
  return { kind: 'joined', snapshot: subject.tellable() };
}

async function resolveItem<Snapshot extends StorySnapshot, Of extends Subject<Snapshot>>(
  story: Story<Snapshot, Of>,
  order: ReviewOrder,
  { prefix, onResolved }: Hearing<Snapshot, Of>,
): Promise<StorySnapshot> {
  await story.settings();
  // it may have mended itself by now
  const item = refuseOrder(story, order);
  const subject = story.known();
  const { key, decision, reason, gatewayReference } = order;
  subject.resolve(item, { decision, reason, ...(gatewayReference !== undefined && { gatewayReference }) });
  concludeOperation(story, order);
  const count = subject.snapshot().resolved?.length ?? 0;
  story.tell({ type: `${prefix}.decided`, effect: `decided:${key}:${count}`, about: { reviewItem: key } });
  onResolved?.(subject, order, item.kind).forEach(story.tell);
  return subject.tellable();
}

const OPERATION = /^unresolved:(.+)$/s;

function concludeOperation<Snapshot extends StorySnapshot, Of extends Subject<Snapshot>>(
  story: Story<Snapshot, Of>,
  { key, decision, reason, gatewayReference }: ReviewOrder,
): void {
  const operation = OPERATION.exec(key)?.[1];
  if (operation === undefined || (decision !== 'happened' && decision !== 'did-not-happen')) return;
  story.operations.conclude(operation, {
    happened: decision === 'happened',
    reason,
    ...(gatewayReference !== undefined && { gatewayReference }),
  });
}

/** Whoever sends an update is not bound by our types. */
function refuseOrder<Snapshot extends StorySnapshot, Of extends Subject<Snapshot>>(
  story: Story<Snapshot, Of>,
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
  const item = story
    .known()
    .snapshot()
    .review.find((each) => each.key === key);
  if (!item) throw refusal('nothing-to-decide', `nothing needs a decision under ${key}`);
  const isConclusion = decision === 'happened' || decision === 'did-not-happen';
  if (isConclusion !== (item.kind === 'unresolved')) {
    throw refusal('invalid', `${String(decision)} is no answer to ${item.kind}`);
  }
  return item;
}
