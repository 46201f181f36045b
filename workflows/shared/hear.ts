import { ApplicationFailure, condition, setHandler, workflowInfo } from '@temporalio/workflow';
import type { Decision, StorySnapshot } from '../../src/domain/story.js';
import { differingTerms } from '../../src/domain/terms.js';
import {
  decide,
  gatewayReported,
  join,
  type JoinAnswer,
  payerReturned,
  snapshot,
  storyId,
  type StoryTerms,
} from './messages.js';
import type { Story, Subject } from './story.js';

/** Refuses an order in the way that outsiders understand: a stable word, and a sentence. */
export function refusal(word: string, sentence: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(sentence, word);
}

/**
 * The messages that every story hears. Registered before the first await, so that none can arrive before
 * there is somebody to hear it.
 */
export function hearCommon<Snapshot extends StorySnapshot, Of extends Subject<Snapshot>>(
  story: Story<Snapshot, Of>,
  { prefix, noun }: { readonly prefix: string; readonly noun: string },
): void {
  setHandler(gatewayReported, (news) => story.inbox.receive(news), {
    description: 'An event of the gateway whose signature was right.',
  });
  setHandler(payerReturned, () => void story.wantLook(), {
    description: 'The payer is back; the gateway is asked what happened.',
  });
  setHandler(snapshot, () => story.known().snapshot(), { description: 'All that is known of it.' });
  setHandler(join, (terms) => joinStory(story, terms), {
    validator: ({ reference }: StoryTerms) => {
      const isOurs = storyId({ prefix }, reference) === workflowInfo().workflowId;
      if (!isOurs) throw refusal('invalid', `these terms are of another ${noun}`);
    },
    description: 'Waits until it can be shown to the payer, if its terms are the ones given.',
  });
  setHandler(decide, (decision) => settleBy(story, decision, prefix), {
    validator: (decision: Decision) => refuseDecision(story, decision),
    description: 'What a person makes of what needs attention.',
  });
}

async function joinStory<Snapshot extends StorySnapshot, Of extends Subject<Snapshot>>(
  story: Story<Snapshot, Of>,
  terms: StoryTerms,
): Promise<JoinAnswer> {
  const subject = await story.begun();
  const differences = differingTerms(subject.snapshot().terms, terms);
  if (differences.length > 0) return { kind: 'terms-differ', differences };
  await condition(() => subject.isAnswerable());
  return { kind: 'joined', snapshot: subject.tellable() };
}

async function settleBy<Snapshot extends StorySnapshot, Of extends Subject<Snapshot>>(
  story: Story<Snapshot, Of>,
  decision: Decision,
  prefix: string,
): Promise<StorySnapshot> {
  await story.settings();
  // it may have mended itself by now
  refuseDecision(story, decision);
  const subject = story.known();
  subject.settle(decision);
  const effect = `decided:${subject.snapshot().decided?.length ?? 0}`;
  story.tell({ type: `${prefix}.decided`, effect });
  return subject.tellable();
}

// whoever sends an update is not bound by our types
const DECISIONS: readonly string[] = ['accept', 'dismiss'] satisfies Decision['decision'][];

function refuseDecision<Snapshot extends StorySnapshot, Of extends Subject<Snapshot>>(
  story: Story<Snapshot, Of>,
  { decision, reason }: Decision,
): void {
  if (!DECISIONS.includes(decision)) {
    throw refusal('invalid', 'the decision must be accept or dismiss');
  }
  if (typeof reason !== 'string' || reason.trim() === '') throw refusal('invalid', 'a reason must be given');
  if (!story.known().snapshot().attention) throw refusal('nothing-to-decide', 'nothing needs a decision');
}
