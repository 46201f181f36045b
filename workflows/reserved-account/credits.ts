import { condition, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import { type CreditVerdict, judgeCredit } from '../../src/domain/credit.js';
import type { CollectionNews } from '../../src/domain/news.js';
import type { Settings } from '../../src/domain/settings.js';
import { failureReason } from '../shared/failures.js';
import { ASKS } from '../shared/policies.js';
import type { Tale } from '../shared/story.js';
import type { Account } from './account.js';
import { invoicePaidBy } from './invoices.js';
import type { AccountStory } from './story.js';
import { sweep } from './sweep.js';

const { getTransaction, forwardNews } = proxyActivities<Activities>(ASKS);

/** A run may have two thousand activities pending; a sweep after an outage may find more credits than that. */
const MOST_AT_ONCE = 100;

/** Takes in what has come: each credit is followed by itself, so that a record that lags keeps nobody waiting. */
export async function followUp(story: AccountStory): Promise<void> {
  const account = story.known();
  const wanted = story.takeWish();
  await condition(() => story.busyWith() < MOST_AT_ONCE);
  const fresh = story.takeNews(MOST_AT_ONCE - story.busyWith());
  if (fresh.length === 0 && !wanted) return;
  const settings = await story.settings();
  if (wanted) story.undertake(sweep(story));
  for (const news of fresh) {
    if (news.kind === 'collection') story.undertake(followCredit(story, settings, news));
    else if (news.kind === 'rejected-payment') tell(story, settings, account.reject(news));
    else account.attach(news);
  }
}

function tell(story: AccountStory, settings: Settings, tale: Tale | undefined): void {
  if (!tale) return;
  story.tell(tale);
  // a run that only came back for this stays a little: money seldom comes late just once
  if (!story.known().isOpen()) story.linger(settings.lingerMs);
}

/**
 * The record may lag behind its event, so it is asked for more than once; what stays unproven then is a
 * person's business.
 */
async function followCredit(story: AccountStory, settings: Settings, news: CollectionNews): Promise<void> {
  const account = story.known();
  const { transactionReference, amountKobo } = news;
  let why = '';
  for (const pause of [0, ...settings.lookAgainMs]) {
    if (pause > 0) await story.pause(pause, `Look again at ${transactionReference}`);
    // told by a repeat of the event while we waited
    if (account.hasTold(transactionReference)) return;
    const verdict = await look(account, transactionReference);
    if (verdict.kind !== 'wait') return act(story, settings, { news, verdict });
    why = verdict.why;
  }
  account.doubt(`an event told of ${transactionReference}: ${why}`, amountKobo);
}

type Look = CreditVerdict | { readonly kind: 'invoice'; readonly invoiceReference: string };

/** Never throws: a question without an answer proves nothing. */
async function look(account: Account, transactionReference: string): Promise<Look> {
  const { terms } = account.snapshot();
  const summary = { summary: `Ask about ${transactionReference}` };
  try {
    const answer = await getTransaction.executeWithOptions(summary, [{ transactionReference }]);
    if (answer.kind !== 'ok') return { kind: 'wait', why: 'the gateway knows no such transaction' };
    const holder = { reference: terms.reference, currency: terms.currency, email: terms.customer.email };
    const verdict = judgeCredit(transactionReference, holder, answer.body);
    if (verdict.kind !== 'credit') return verdict;
    const invoiceReference = await invoicePaidBy(account, transactionReference);
    return invoiceReference === undefined ? verdict : { kind: 'invoice', invoiceReference };
  } catch (error) {
    return { kind: 'wait', why: `the gateway's answer cannot be read: ${failureReason(error)}` };
  }
}

async function act(
  story: AccountStory,
  settings: Settings,
  { news, verdict }: { readonly news: CollectionNews; readonly verdict: Exclude<Look, { kind: 'wait' }> },
): Promise<void> {
  const account = story.known();
  const { transactionReference } = news;
  switch (verdict.kind) {
    case 'credit':
      tell(story, settings, account.credit(verdict.credit, settings.policies));
      break;
    case 'doubt':
      account.doubt(`${transactionReference}: ${verdict.why}`, verdict.atRiskKobo);
      break;
    case 'invoice':
      await forward('invoice', verdict.invoiceReference, news);
      account.noteAsTold(transactionReference);
      break;
    case 'other-account':
      await forward('reserved-account', verdict.reference, news);
  }
}

/** Its owner asks the gateway for himself; here it has no effect. */
function forward(story: string, reference: string, news: CollectionNews): Promise<void> {
  return forwardNews.executeWithOptions({ summary: `Forward to ${story}:${reference}` }, [
    { story, reference },
    news,
  ]);
}
