import { isMoney } from '../../src/domain/payment.js';
import type { Settings } from '../../src/domain/settings.js';
import { pauseBefore } from '../shared/plan.js';
import { look } from './look.js';
import type { Payment } from './payment.js';
import type { PaymentStory } from './story.js';

/**
 * Waits for the payer. While an event can come nobody asks; at the end of the window the gateway is asked
 * until it says what became of the payment, because only the gateway knows that nothing was paid. A part
 * payment waits likewise: the rest may come until the window is over.
 */
export async function followUntilDecided(story: PaymentStory): Promise<void> {
  const settings = await story.settings();
  const payment = story.known();
  const waits = () => payment.isOpen() || payment.snapshot().state === 'PARTIALLY_PAID';
  let fruitless = 0;
  let heard = false;
  while (waits()) {
    const over = untilOver(payment, settings) <= 0;
    const expecting = heard || payment.isCardUnresolved();
    const again = pauseBefore(settings.lookAgainMs, fruitless);
    const pause = over ? again : Math.min(untilOver(payment, settings), expecting ? again : Infinity);
    const summary = over || expecting ? 'Look again' : 'Payment window';
    // the first look after the window comes at once
    const isFirstOver = over && fruitless === 0;
    if (!isFirstOver) await story.inbox.wait(pause, summary, () => !waits() || story.isLookWanted());
    // cancelled while we waited
    if (!waits()) return;
    if (takeNews(story)) {
      heard = true;
      fruitless = 0;
    }
    const wanted = story.takeWish();
    const isOver = untilOver(payment, settings) <= 0;
    if (isOver && payment.snapshot().state === 'PENDING') {
      payment.move('CLOSING', 'the window is over; asking the gateway');
    }
    if (!isOver && !heard && !wanted && !payment.isCardUnresolved()) continue;
    const verdict = await look(payment, settings);
    const tales = payment.apply(verdict, settings.policies);
    story.noteLook();
    tales.forEach(story.tell);
    const learned = tales.length > 0;
    if (learned) heard = false;
    fruitless = learned ? 0 : fruitless + 1;
    if (isOver && verdict.kind === 'move' && payment.snapshot().state === 'PARTIALLY_PAID') {
      payment.weighShort(settings.policies);
      return;
    }
  }
  if (isMoney(payment.snapshot().state) && payment.snapshot().seen.length === 0)
    story.linger(settings.lingerMs);
}

/**
 * Takes in what arrives after the end. The record may lag behind its event, so it is asked for more than
 * once; what stays unproven then is a person's business. A mere wish is worth one look.
 */
export async function followUp(story: PaymentStory): Promise<void> {
  const payment = story.known();
  const wanted = story.takeWish();
  const heard = takeNews(story);
  if (!heard && !wanted) return;
  const settings = await story.settings();
  for (const pause of heard ? [0, ...settings.lookAgainMs] : [0]) {
    await story.inbox.wait(pause, 'Look again');
    takeNews(story);
    const verdict = await look(payment, settings);
    const tales = payment.apply(verdict, settings.policies);
    story.noteLook();
    tales.forEach(story.tell);
    if (tales.length > 0) story.linger(settings.lingerMs);
    if (tales.length > 0 || verdict.kind === 'move') return;
  }
  if (!heard) return;
  const { terms } = payment.snapshot();
  const reason = "an event came that the gateway's record does not show";
  payment.raise({ kind: 'needs-review', reason, atRiskKobo: terms.amountKobo });
}

/** Whether there was anything among it that is a reason to ask. */
function takeNews(story: PaymentStory): boolean {
  const fresh = story.takeNews().filter((news) => news.kind === 'collection');
  // this is the event that the run would have lingered for
  if (fresh.length > 0) story.linger(0);
  return fresh.filter((news) => story.known().learnOf(news)).length > 0;
}

function untilOver(payment: Payment, settings: Settings): number {
  const { expiresAt, epoch } = payment.snapshot();
  const over = expiresAt ? Date.parse(expiresAt) : Date.parse(epoch) + settings.checkoutWindowMs;
  return over + settings.closingGraceMs - Date.now();
}
