import { ApplicationFailure, condition, proxyLocalActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { PaymentNews } from '../../src/domain/news.js';
import { type Notice, noticeType } from '../../src/domain/notice.js';
import type { PaymentSnapshot } from '../../src/domain/payment.js';
import type { Settings } from '../../src/domain/settings.js';
import { createInbox } from '../shared/inbox.js';
import { createNotices, type Notices } from '../shared/notices.js';
import { timestamp } from '../shared/record.js';
import { type Change, createPayment, type Payment } from './payment.js';

// local: it only reads, and the story saves a round trip through the server
const { settings: readSettings } = proxyLocalActivities<Activities>({ startToCloseTimeout: '5s' });

export type Story = ReturnType<typeof createStory>;

/** What a run holds. The payment is there at once, or after recall when the run began with news. */
export function createStory() {
  const inbox = createInbox<PaymentNews>();
  let payment: Payment | undefined;
  let settings: Promise<Settings> | undefined;
  let notices: Notices | undefined;
  let lookWanted = false;

  function known(): Payment {
    if (!payment) throw ApplicationFailure.retryable('the payment is still being recalled', 'not-known-yet');
    return payment;
  }

  function raiseUndelivered(notice: Notice, reason: string): void {
    known().raise({
      kind: 'notice-undelivered',
      reason: `${notice.type} could not be delivered: ${reason}`,
      atRiskKobo: notice.payment.terms.amountKobo,
    });
  }

  async function equip(): Promise<Settings> {
    const given = await readSettings();
    if (given.tellsMerchant) notices = createNotices(given.noticePlanMs, raiseUndelivered);
    return given;
  }

  return {
    inbox,
    known,
    begin: (snapshot: PaymentSnapshot) => (payment = createPayment(snapshot)),
    begun: () => condition(() => payment !== undefined).then(known),
    /** Read once, when first needed: a repeat of old news ends without them. */
    settings: () => (settings ??= equip()),
    wantLook: () => void (lookWanted = true),
    isLookWanted: () => lookWanted,
    /** Whether somebody wanted a look since the last one. */
    takeWish: () => {
      const wanted = lookWanted;
      lookWanted = false;
      return wanted;
    },
    isQuiet: () => inbox.isEmpty() && (notices?.isIdle() ?? true),
    /** Puts the payment as it is now into a notice; the settings have been read by then. */
    tell(change: Change) {
      const told = known();
      const sequence = told.nextSequence();
      const snapshot = told.snapshot();
      const { reference } = snapshot.terms;
      notices?.post({
        type: change === 'paid-twice' ? 'payment.paid-twice' : noticeType(snapshot),
        reference,
        effectKey: `${reference}:${snapshot.state}`,
        epoch: snapshot.epoch,
        sequence,
        at: timestamp(),
        payment: snapshot,
      });
    },
  };
}
