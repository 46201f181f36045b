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
  let expecting = false;
  while (waits()) {
    const over = left() <= 0;
    const again = pauseBefore(settings.lookAgainMs, fruitless);
    const pause = over ? again : Math.min(left(), expecting ? again : Infinity);
    const summary = over || expecting ? 'Look again' : pursuit.window;
    // the first look after the window comes at once
    const isFirstOver = over && fruitless === 0;
    if (!isFirstOver) await story.inbox.wait(pause, summary, () => !waits() || story.isLookWanted());
    // cancelled while we waited
    if (!waits()) return;
    if (takeIn(story.takeNews(), pursuit)) {
      expecting = true;
      fruitless = 0;
    }
    const wanted = story.takeWish();
    const isOver = left() <= 0;
    if (isOver && state() === 'PENDING') subject.move('CLOSING', 'the window is over; asking the gateway');
    if (!isOver && !expecting && !wanted) continue;
    const { verdict, told } = await lookAndTell(story, pursuit, settings);
    fruitless = told || !(isOver || expecting) ? 0 : fruitless + 1;
    const isGivenUp = !isOver && fruitless > settings.lookAgainMs.length;
    if (isGivenUp) {
      fruitless = 0;
      raiseUnproven(subject, verdict);
    }
    if (told || isGivenUp) expecting = false;
    if (isOver && verdict.kind === 'move' && state() === 'PARTIALLY_PAID') {
      subject.weighShort(settings.policies);
      return;
    }
  }
  if (isMoney(state()) && subject.snapshot().seen.length === 0) story.linger(settings.lingerMs);
}

/**
 * Takes in what arrives after the end. The record may lag behind its event, so it is asked for more than
 * once; what stays unproven then is a person's business.
 */
export async function followUp<Snapshot extends CollectionSnapshot, Of extends Collecting<Snapshot>>(
  story: Story<Snapshot, Of>,
  pursuit: Pursuit,
): Promise<void> {
  const wanted = story.takeWish();
  const fresh = story.takeNews();
  if (fresh.length === 0 && !wanted) return;
  const settings = await story.settings();
  if (!takeIn(fresh, pursuit) && !wanted) return;
  for (const pause of [0, ...settings.lookAgainMs]) {
    await story.inbox.wait(pause, 'Look again');
    takeIn(story.takeNews(), pursuit);
    const { verdict, told } = await lookAndTell(story, pursuit, settings);
    if (told) story.linger(settings.lingerMs);
    if (told || verdict.kind === 'move') return;
  }
  raiseUnproven(story.known(), { kind: 'wait' });
}

async function lookAndTell<Snapshot extends CollectionSnapshot, Of extends Collecting<Snapshot>>(
  story: Story<Snapshot, Of>,
  pursuit: Pursuit,
  settings: Settings,
): Promise<{ readonly verdict: Verdict; readonly told: boolean }> {
  const verdict = await pursuit.look(settings);
  const tale = story.known().apply(verdict, settings.policies);
  if (tale) story.tell(tale);
  return { verdict, told: tale !== undefined };
}

function takeIn(fresh: readonly News[], { takeIn: take }: Pursuit): boolean {
  return fresh.filter(take).length > 0;
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
