import type { Settings } from '../../src/domain/settings.js';
import { pauseBefore } from '../shared/plan.js';
import { look } from './look.js';
import type { Payment } from './payment.js';
import type { Story } from './story.js';

/**
 * Waits for the payer. While an event can come nobody asks; at the end of the window the gateway is asked
 * until it says what became of the payment, because only the gateway knows that nothing was paid.
 */
export async function followUntilDecided(story: Story): Promise<void> {
  const settings = await story.settings();
  const payment = story.known();
  let fruitless = 0;
  let expecting = false;
  while (payment.isOpen()) {
    const closing = payment.snapshot().state === 'CLOSING';
    const again = pauseBefore(settings.lookAgainMs, fruitless);
    const pause = closing ? again : Math.min(untilOver(payment, settings), expecting ? again : Infinity);
    const summary = closing || expecting ? 'Look again' : 'Payment window';
    const heard = await story.inbox.wait(pause, summary, () => !payment.isOpen() || story.isLookWanted());
    // cancelled while we waited
    if (!payment.isOpen()) return;
    if (takeNews(story, payment)) {
      expecting = true;
      fruitless = 0;
    }
    const wanted = story.takeWish();
    if (!heard && untilOver(payment, settings) <= 0 && !closing) {
      payment.move('CLOSING', 'the window is over; asking the gateway');
    } else if (!expecting && !closing && !wanted) {
      continue;
    }
    const change = payment.apply(await look(payment, settings));
    if (change) story.tell(change);
    else fruitless += 1;
  }
}

/**
 * Takes in what arrives after the end. The record may lag behind its event, so it is asked for more than
 * once; what stays unproven then is a person's business.
 */
export async function followUp(story: Story): Promise<void> {
  const payment = story.known();
  if (!takeNews(story, payment)) return;
  const settings = await story.settings();
  for (const pause of [0, ...settings.lookAgainMs]) {
    await story.inbox.wait(pause, 'Look again');
    takeNews(story, payment);
    const verdict = await look(payment, settings);
    const change = payment.apply(verdict);
    if (change) story.tell(change);
    if (change ?? verdict.kind === 'move') return;
  }
  const { terms } = payment.snapshot();
  const reason = "an event came that the gateway's record does not show";
  payment.raise({ kind: 'needs-review', reason, atRiskKobo: terms.amountKobo });
}

function takeNews(story: Story, payment: Payment): boolean {
  const fresh = story.inbox.take().filter(({ key }) => !payment.hasSeen(key));
  if (fresh.length === 0) return false;
  payment.noteSeen(fresh.map(({ key }) => key));
  for (const news of fresh) payment.learnOf(news);
  return true;
}

function untilOver(payment: Payment, settings: Settings): number {
  const { expiresAt, epoch } = payment.snapshot();
  const over = expiresAt ? Date.parse(expiresAt) : Date.parse(epoch) + settings.checkoutWindowMs;
  return over + settings.closingGraceMs - Date.now();
}
