import {
  ApplicationFailure,
  condition,
  proxyLocalActivities,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { News } from '../../src/domain/news.js';
import type { Notice } from '../../src/domain/notice.js';
import type { Settings } from '../../src/domain/settings.js';
import type { StorySnapshot } from '../../src/domain/story.js';
import { failureReason } from './failures.js';
import { createInbox } from './inbox.js';
import {
  type Carried,
  type CarriedNotice,
  NOT_KNOWN_YET,
  type StoryInput,
  type StoryTerms,
} from './messages.js';
import { createNotices, type Notices, type Undelivered } from './notices.js';
import { type StoryRecord, timestamp } from './record.js';

// local: they only read, and the story saves a round trip through the server
const { settings: readSettings, recall } = proxyLocalActivities<Activities>({ startToCloseTimeout: '5s' });

/** What the merchant hears. */
export interface Tale {
  readonly type: string;
  /** What happened, so that a repeat is recognised; the state that was reached unless said otherwise. */
  readonly effect?: string;
  readonly about?: Notice['about'];
}

export interface Subject<Snapshot extends StorySnapshot> extends StoryRecord<Snapshot> {
  /** True once there is what a caller needs, or nothing more to wait for. */
  isAnswerable(): boolean;
}

export type Story<
  Snapshot extends StorySnapshot = StorySnapshot,
  Of extends Subject<Snapshot> = Subject<Snapshot>,
> = ReturnType<typeof createStory<StoryTerms, Snapshot, Of>>;

/** How a story gets its subject. */
export interface Making<
  Terms extends StoryTerms,
  Snapshot extends StorySnapshot,
  Of extends Subject<Snapshot>,
> {
  readonly make: (snapshot: Snapshot) => Of;
  /** What is known of it when it has only been asked for. */
  readonly asAsked: (terms: Terms, at: string) => Snapshot;
}

/**
 * What a run holds. Its subject (the payment, the invoice, the account) is there at once, or after recall when
 * the run began with news.
 */
export function createStory<
  Terms extends StoryTerms,
  Snapshot extends StorySnapshot,
  Of extends Subject<Snapshot>,
>({ make, asAsked }: Making<Terms, Snapshot, Of>, input: StoryInput<Terms, Snapshot>) {
  const carried: Partial<Carried<Snapshot>> = input.from === 'carried' ? input.carried : {};
  const inbox = createInbox<News>(carried.inbox);
  const first = input.from === 'request' ? asAsked(input.terms, timestamp()) : carried.snapshot;
  // known before anything is heard: an order may have come with the start
  let subject = first && make(first);
  let settings: Promise<Settings> | undefined;
  let notices: Notices | undefined;
  const looks = { wanted: 0, taken: 0, done: 0 };
  let lingersUntil = 0;
  let underWay = 0;
  let pausing = 0;
  let rests = () => false;

  function known(): Of {
    if (!subject) throw ApplicationFailure.retryable('it is still being recalled', NOT_KNOWN_YET);
    return subject;
  }

  function raiseUndelivered({ type }: Notice, reason: string): void {
    const atRiskKobo = known().worth();
    known().raise({
      kind: 'notice-undelivered',
      reason: `${type} could not be delivered: ${reason}`,
      atRiskKobo,
    });
  }

  async function equip(): Promise<Settings> {
    const given = await readSettings();
    if (given.tellsMerchant) {
      notices = createNotices(given.noticePlanMs, { onUndelivered: raiseUndelivered, rests: () => rests() });
      for (const { notice, ...progress } of carried.notices ?? []) {
        notices.post({ ...notice, snapshot: known().tellable() }, progress);
      }
    }
    return given;
  }

  return {
    inbox,
    known,
    begin: (snapshot: Snapshot) => (subject = make(snapshot)),
    begun: () => condition(() => subject !== undefined).then(known),
    /** As the finished run left it; undefined when there was none, or it was terminated. */
    recall: async (runId?: string) =>
      runId === undefined
        ? undefined
        : (((await recall(workflowInfo().workflowId, runId)) ?? undefined) as Snapshot | undefined),
    /** Read once, when first needed: a repeat of old news ends without them. */
    settings: () => (settings ??= equip()),
    /** Has the gateway asked; `hasLooked` tells when that has been done. */
    wantLook: () => ++looks.wanted,
    isLookWanted: () => looks.wanted > looks.taken,
    /** Something came that was not taken in yet. */
    hasWork: () => !inbox.isEmpty() || looks.wanted > looks.taken,
    /** For what is undertaken: nobody holds his breath for it meanwhile. */
    async pause(ms: number, summary: string) {
      pausing += 1;
      await sleep(ms, { summary });
      pausing -= 1;
    },
    isPausing: () => pausing > 0,
    /** How much is under way and not merely waiting for its next look. */
    busyWith: () => underWay - pausing,
    /** Begins nothing new while this holds, so that what is under way comes to its end. */
    restWhile: (when: () => boolean) => (rests = when),
    /** Goes on beside the story, which neither ends nor goes on in a new run before it. */
    undertake(work: Promise<unknown>) {
      underWay += 1;
      const done = () => void (underWay -= 1);
      work.then(done, (error: unknown) => {
        done();
        const reason = `something broke off: ${failureReason(error)}`;
        known().raise({ kind: 'needs-review', reason, atRiskKobo: known().worth() });
      });
    },
    /** Whether somebody wanted a look since the last one. */
    takeWish: () => {
      const wanted = looks.wanted > looks.taken;
      looks.taken = looks.wanted;
      return wanted;
    },
    noteLook: () => void (looks.done = looks.taken),
    hasLooked: (wish: number) => looks.done >= wish,
    /** News that was not taken in before, by its delivery key. It is taken in with this. */
    takeNews: (most?: number) => {
      const told = known();
      const fresh = new Map(inbox.take(most).map((news) => [news.key, news]));
      for (const key of fresh.keys()) if (told.hasSeen(key)) fresh.delete(key);
      if (fresh.size > 0) told.noteSeen([...fresh.keys()]);
      return [...fresh.values()];
    },
    /** Stays a little, so that the event that usually follows does not start another run. */
    linger: (ms: number) => (lingersUntil = Date.now() + ms),
    lingersFor: () => lingersUntil - Date.now(),
    /** Nothing under way at this moment that would be lost with the run; a notice may wait for its next attempt. */
    isIdle: () => underWay === 0 && !(notices?.isTelling() ?? false),
    /** Nothing to take in, nothing to tell, nobody to wait for. */
    isQuiet: () =>
      inbox.isEmpty() &&
      looks.wanted === looks.taken &&
      underWay === 0 &&
      (notices?.isIdle() ?? true) &&
      !known().snapshot().attention,
    /** Puts the story as it is now into a notice; the settings have been read by then. */
    tell: ({ type, effect, about }: Tale) => {
      const told = known();
      const sequence = told.nextSequence();
      const now = told.snapshot();
      const { reference } = now.terms;
      notices?.post({
        type,
        reference,
        effectKey: `${reference}:${effect ?? now.state}`,
        epoch: now.epoch,
        sequence,
        at: timestamp(),
        snapshot: told.tellable(),
        ...(about && { about }),
      });
    },
    /** For the run that goes on after this one. */
    carry: (): Carried<Snapshot> => ({
      snapshot: known().snapshot(),
      inbox: inbox.take(),
      notices: notices?.waiting().map(withoutSnapshot) ?? carried.notices ?? [],
    }),
  };
}

function withoutSnapshot({ notice, ...progress }: Undelivered): CarriedNotice {
  const { type, reference, effectKey, epoch, sequence, at, about } = notice;
  return {
    notice: { type, reference, effectKey, epoch, sequence, at, ...(about && { about }) },
    ...progress,
  };
}
