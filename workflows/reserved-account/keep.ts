import { afterCheck, type Claim, openClaim } from '../../src/domain/claim.js';
import type { News } from '../../src/domain/news.js';
import { earliest, pauseBefore } from '../../src/domain/schedule.js';
import type { Settings } from '../../src/domain/settings.js';
import { kobo, ZERO } from '../../src/domain/money.js';
import { isOver, nextTurn } from '../shared/run/live.js';
import { isContinuing } from '../shared/run/pace.js';
import type { Tale } from '../shared/run/story.js';
import { checkCredit } from './credits.js';
import type { AccountStory } from './story.js';
import { sweep } from './sweep.js';

/** A run may have two thousand activities pending; a sweep after an outage may find more credits than that. */
const MOST_AT_ONCE = 100;
/** Records that lag are waited for side by side, as far as they can be carried along. */
const MOST_CLAIMS = 500;

/**
 * Takes in what comes while the account lives, and after its end. Each credit is checked by itself, so that a
 * record that lags keeps nobody waiting; what nobody told of is found by a sweep, once a day.
 */
export async function keep(story: AccountStory): Promise<void> {
  const { checks } = story;
  const inHand = new Set<string>();
  let isSweeping = false;

  function claimsDue(now: number): Claim[] {
    const room = MOST_AT_ONCE - inHand.size;
    return story
      .claims()
      .filter(({ key, dueAt }) => dueAt <= now && !inHand.has(key))
      .slice(0, room);
  }

  const nextClaim = () =>
    inHand.size >= MOST_AT_ONCE
      ? undefined
      : earliest(...story.claims().flatMap(({ key, dueAt }) => (inHand.has(key) ? [] : [dueAt])));

  const nextSweep = ({ checkGapMs }: Settings) => (isSweeping ? undefined : checks.dueAt(checkGapMs));

  /** A timer of its own, which credits leave alone: one that was set anew with each would cost two events of history. */
  async function sweepDaily({ dailyCheckMs, lookAgainMs }: Settings): Promise<void> {
    const account = story.known();
    /** A day after the last sweep; one that the gateway left without an answer is repeated sooner. */
    const dueAt = () => {
      const unanswered = checks.undecided();
      const pause = unanswered === 0 ? dailyCheckMs : pauseBefore(lookAgainMs, unanswered - 1);
      return (checks.lastStart() ?? Date.parse(account.snapshot().epoch)) + pause;
    };
    while (account.isOpen()) {
      const due = dueAt();
      await story.pace.pause(due, 'Until the daily sweep', () => !account.isOpen() || dueAt() < due);
      if (account.isOpen() && dueAt() <= Date.now()) checks.request('daily');
      await story.pace.until(() => !checks.isWanted() && !isSweeping);
    }
  }

  async function checkInHand(claim: Claim, settings: Settings): Promise<void> {
    inHand.add(claim.key);
    try {
      await checkClaim(story, settings, claim);
    } finally {
      inHand.delete(claim.key);
    }
  }

  async function sweepOnce(): Promise<void> {
    isSweeping = true;
    checks.started();
    try {
      const { found, isComplete } = await sweep(story);
      story.known().swept(found);
      if (isComplete) checks.decidedSomething();
      else checks.decidedNothing();
      checks.ended(isComplete);
    } catch (error) {
      // whoever asked for it is carried along, and is answered by the next run
      if (!isContinuing(error)) throw error;
    } finally {
      isSweeping = false;
    }
  }

  const hasWork = () => !story.inbox.isEmpty() || story.claims().length > 0 || checks.isWanted();
  if (!story.known().isOpen() && !hasWork()) {
    if (isOver(story, { dueAt: () => undefined, summary: () => '', isDone: () => true })) return;
  }
  const settings = await story.settings();
  const turn = {
    dueAt: () => earliest(nextClaim(), nextSweep(settings)),
    summary: () => 'Check again',
    isDone: () => !story.known().isOpen(),
    // a rush is taken in as room becomes free
    hasNews: () => !story.inbox.isEmpty() && roomFor(story) > 0,
  };
  if (story.known().isOpen()) story.spawn(sweepDaily(settings));
  for (;;) {
    if (isOver(story, turn)) return;
    await nextTurn(story, turn);
    takeNews(story, settings);
    for (const claim of claimsDue(Date.now())) story.spawn(checkInHand(claim, settings));
    const sweepAt = nextSweep(settings);
    if (sweepAt !== undefined && sweepAt <= Date.now()) story.spawn(sweepOnce());
  }
}

function roomFor(story: AccountStory): number {
  const claims = story.claims();
  const due = claims.filter(({ dueAt }) => dueAt <= Date.now()).length;
  return Math.max(Math.min(MOST_AT_ONCE - due, MOST_CLAIMS - claims.length), 0);
}

function takeNews(story: AccountStory, settings: Settings): void {
  const account = story.known();
  for (const news of story.inbox.take(roomFor(story))) {
    if (account.hasSeen(news.key) || story.claims().some(({ key }) => key === news.key)) continue;
    if (news.kind === 'collection' && isWorthChecking(story, news)) {
      const knownLevel = account.forwardedOn(news.transactionReference) ?? ZERO;
      const told = { key: news.key, subject: news.transactionReference, level: news.amountKobo };
      const known = { knownLevel, wasConcludedBefore: knownLevel > ZERO };
      story.setClaims([...story.claims(), openClaim(told, known, Date.now())]);
      continue;
    }
    account.noteSeen(news.key);
    if (news.kind === 'rejected-payment') tell(story, settings, account.reject(news));
    if (news.kind === 'invoice-attached') account.attach(news);
  }
}

/** A credit is a transaction of its own, told once; only an invoice's grows. One check at a time for each. */
function isWorthChecking(
  story: AccountStory,
  { transactionReference, key }: Extract<News, { kind: 'collection' }>,
) {
  if (story.known().hasTold(transactionReference)) return false;
  const isSwept = key.startsWith('swept:');
  return !isSwept || !story.claims().some(({ subject }) => subject === transactionReference);
}

export function tell(story: AccountStory, settings: Settings, tale: Tale | undefined): void {
  if (!tale) return;
  story.tell(tale);
  // a run that only came back for this stays a little: money seldom comes late just once
  if (!story.known().isOpen()) story.stayFor(settings.lingerMs);
}

/**
 * One check of one credit. The record may lag behind its event, so it is checked more than once; what stays
 * unproven then is a person's business.
 */
async function checkClaim(story: AccountStory, settings: Settings, claim: Claim): Promise<void> {
  const account = story.known();
  const { key, subject, level } = claim;
  const others = () => story.claims().filter((each) => each.key !== key);
  const end = () => {
    story.setClaims(others());
    account.noteSeen(key);
  };
  // told by another event while this one waited
  if (account.hasTold(subject)) {
    end();
    return;
  }
  const checked = await checkCredit(story, settings, claim);
  if (checked.kind === 'concluded') {
    if (checked.tale) tell(story, settings, checked.tale);
    end();
    return;
  }
  const { lookAgainMs: checkAgainMs, propagationMs, unresolvedAfterMs } = settings;
  const rules = { checkAgainMs, propagationMs, unresolvedAfterMs };
  const after = afterCheck(claim, checked.isAnswered ? 0 : undefined, { now: Date.now(), rules });
  if (after.kind === 'open') {
    story.setClaims(story.claims().map((each) => (each.key === key ? after.claim : each)));
    return;
  }
  if (after.kind === 'unproven' && claim.enough === undefined) {
    const reason = `an event told of ${subject}: ${checked.why}`;
    account.raise({ kind: 'unproven-event', subject, reason, atRiskKobo: kobo(level) });
  }
  end();
}
