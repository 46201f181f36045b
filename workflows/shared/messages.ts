import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow';
import type { Kobo } from '../../src/domain/money.js';
import type { News } from '../../src/domain/news.js';
import type { Notice } from '../../src/domain/notice.js';
import type { Decision, StorySnapshot } from '../../src/domain/story.js';

/** What every request of a story has. */
export interface StoryTerms {
  readonly reference: string;
}

/** What outsiders may know of a kind of story. One prefix of ids, one type of workflow. */
export interface StoryKind<Terms extends StoryTerms, Snapshot extends StorySnapshot> {
  /** For people: "no payment order-1 is known". */
  readonly noun: string;
  readonly prefix: string;
  readonly type: string;
  /** What people filter by. */
  readonly story: Snapshot['story'];
  readonly firstState: Snapshot['state'];
  /** Whether a story in this state is still waiting for something. */
  readonly isOpen: (state: Snapshot['state']) => boolean;
  readonly summaryOf: (terms: Terms) => string;
  readonly amountOf?: (terms: Terms) => Kobo;
}

export function storyId({ prefix }: { readonly prefix: string }, reference: string): string {
  return `${prefix}:${reference}`;
}

/** What a run that goes on in another one hands over; nothing else survives. */
export interface Carried<Snapshot extends StorySnapshot> {
  readonly snapshot: Snapshot;
  readonly inbox: readonly News[];
  /** Notices not yet delivered, oldest first. */
  readonly notices: readonly CarriedNotice[];
}

/** Without the story in it, which is carried once for all of them. */
export interface CarriedNotice {
  readonly notice: Omit<Notice, 'snapshot'>;
  /** How many entries of the plan were used up for it. */
  readonly tried: number;
  /** When it is tried next, in milliseconds since the epoch. */
  readonly notBefore: number;
}

/** A story begins with a request, with news of one whose run is over or was never ours, or goes on. */
export type StoryInput<Terms extends StoryTerms, Snapshot extends StorySnapshot> =
  | { readonly from: 'request'; readonly terms: Terms }
  | { readonly from: 'news'; readonly reference: string; readonly previousRunId?: string }
  | { readonly from: 'carried'; readonly carried: Carried<Snapshot> };

/** How a run that is still recalling what it is about refuses an order. */
export const NOT_KNOWN_YET = 'not-known-yet';

/** Same reference, other terms: nothing is done, and the answer says what differs. */
export type JoinAnswer<Snapshot extends StorySnapshot = StorySnapshot> =
  | { readonly kind: 'joined'; readonly snapshot: Snapshot }
  | { readonly kind: 'terms-differ'; readonly differences: readonly string[] };

/** Waits until the story has what its caller needs, if its terms are the ones given. */
export const join = defineUpdate<JoinAnswer, [StoryTerms]>('join');

/** The merchant wants it no more. */
export const cancel = defineUpdate<StorySnapshot>('cancel');

/** A person's word on what needs attention. */
export const decide = defineUpdate<StorySnapshot, [Decision]>('decide');

/** An event of the gateway whose signature was right. */
export const gatewayReported = defineSignal<[News]>('gatewayReported');

/** The payer is back from the page, or somebody cannot wait for the event. It proves nothing: it is a reason to ask. */
export const payerReturned = defineSignal('payerReturned');

/** All that is known of the story. */
export const snapshot = defineQuery<StorySnapshot>('snapshot');
