import { type CollectionSnapshot, isMoney } from '../../src/domain/collection.js';
import type { News } from '../../src/domain/news.js';
import type { Settings } from '../../src/domain/settings.js';
import type { Verdict } from '../../src/domain/verdict.js';
import type { Collection } from './collection.js';
import { pauseBefore } from './plan.js';
import type { Story, Subject } from './story.js';

/** How a story that collects money finds out what became of it. */
export interface Pursuit {
  /** What it waits for, for people: "Payment window". */
  readonly window: string;
  /** When the gateway stops taking money for it, in milliseconds since the epoch. */
  readonly overAt: (settings: Settings) => number;
  /** Asks the gateway and weighs what was proven; never throws. */
  readonly look: (settings: Settings) => Promise<Verdict>;
  /** Whether this news is a reason to ask. */
  readonly takeIn: (news: News) => boolean;
  /** Whether a deed is under way whose answer was lost: then it looks, whether an event comes or not. */
  readonly isUnresolved?: () => boolean;
}

type Collecting<Snapshot extends CollectionSnapshot> = Collection<Snapshot> & Subject<Snapshot>;

/**
 * Waits for the payer. While an event can come nobody asks; at the end of the window the gateway is asked
 * until it says what became of the payment, because only the gateway knows that nothing was paid. A part
 * payment waits likewise: the rest may come until the window is over.
 */
export async function followUntilDecided<
  Snapshot extends CollectionSnapshot,
  Of extends Collecting<Snapshot>,
>(story: Story<Snapshot, Of>, pursuit: Pursuit): Promise<void> {
  const settings = await story.settings();
  const subject: Collection<Snapshot> = story.known();
  const state = () => subject.snapshot().state;
  const waits = () => subject.isOpen() || state() === 'PARTIALLY_PAID';
  const left = () => pursuit.overAt(settings) + settings.closingGraceMs - Date.now();
  let fruitless = 0;
  let heard = false;
  const isExpecting = () => heard || (pursuit.isUnresolved?.() ?? false);
  while (waits()) {
    const over = left() <= 0;
    const expecting = isExpecting();
    const again = pauseBefore(settings.lookAgainMs, fruitless);
    const pause = over ? again : Math.min(left(), expecting ? again : Infinity);
    const summary = over || expecting ? 'Look again' : pursuit.window;
    // the first look after the window comes at once
    const isFirstOver = over && fruitless === 0;
    if (!isFirstOver) await story.inbox.wait(pause, summary, () => !waits() || story.isLookWanted());
    // cancelled while we waited
    if (!waits()) return;
    if (takeIn(story, pursuit)) {
      heard = true;
      fruitless = 0;
    }
    const wanted = story.takeWish();
    const isOver = left() <= 0;
    if (isOver && state() === 'PENDING') subject.move('CLOSING', 'the window is over; asking the gateway');
    if (!isOver && !isExpecting() && !wanted) continue;
    const { verdict, told } = await lookAndTell(story, pursuit, settings);
    fruitless = told || !(isOver || isExpecting()) ? 0 : fruitless + 1;
    const isGivenUp = heard && !isOver && fruitless > settings.lookAgainMs.length;
    if (isGivenUp) {
      fruitless = 0;
      raiseUnproven(subject, verdict);
    }
    if (told || isGivenUp) heard = false;
    if (isOver && verdict.kind === 'move' && state() === 'PARTIALLY_PAID') {
      subject.weighShort(settings.policies);
      return;
    }
  }
  if (isMoney(state()) && subject.snapshot().seen.length === 0) story.linger(settings.lingerMs);
}

/**
 * Takes in what arrives after the end. The record may lag behind its event, so it is asked for more than
 * once; what stays unproven then is a person's business. A mere wish is worth one look.
 */
export async function followUp<Snapshot extends CollectionSnapshot, Of extends Collecting<Snapshot>>(
  story: Story<Snapshot, Of>,
  pursuit: Pursuit,
): Promise<void> {
  const wanted = story.takeWish();
  const fresh = story.takeNews();
  if (fresh.length === 0 && !wanted) return;
  const settings = await story.settings();
  const heard = takeIn(story, pursuit, fresh);
  if (!heard && !wanted) return;
  for (const pause of heard ? [0, ...settings.lookAgainMs] : [0]) {
    await story.inbox.wait(pause, 'Look again');
    takeIn(story, pursuit);
    const { verdict, told } = await lookAndTell(story, pursuit, settings);
    if (told) story.linger(settings.lingerMs);
    if (told || verdict.kind === 'move') return;
  }
  if (heard) raiseUnproven(story.known(), { kind: 'wait' });
}

async function lookAndTell<Snapshot extends CollectionSnapshot, Of extends Collecting<Snapshot>>(
  story: Story<Snapshot, Of>,
  pursuit: Pursuit,
  settings: Settings,
): Promise<{ readonly verdict: Verdict; readonly told: boolean }> {
  let verdict = await pursuit.look(settings);
  // a stale or a crossed answer is no contradiction: what would undo an end is asked for twice
  if (story.known().isContradictedBy(verdict)) verdict = await pursuit.look(settings);
  const tales = story.known().apply(verdict, settings.policies);
  story.noteLook();
  tales.forEach(story.tell);
  return { verdict, told: tales.length > 0 };
}

/** Whether there was anything among the news that is a reason to ask. */
function takeIn<Snapshot extends CollectionSnapshot, Of extends Collecting<Snapshot>>(
  story: Story<Snapshot, Of>,
  pursuit: Pursuit,
  fresh = story.takeNews(),
): boolean {
  // this is the event that the run would have lingered for
  if (fresh.some(({ kind }) => kind === 'collection')) story.linger(0);
  return fresh.filter(pursuit.takeIn).length > 0;
}

/** A record that says what we know already proves the event well enough. */
function raiseUnproven<Snapshot extends CollectionSnapshot>(
  subject: Collection<Snapshot>,
  verdict: Verdict,
): void {
  if (verdict.kind !== 'wait') return;
  const atRiskKobo = subject.snapshot().terms.amountKobo;
  const reason = "an event came that the gateway's record does not show";
  subject.raise({ kind: 'needs-review', reason, atRiskKobo });
}
