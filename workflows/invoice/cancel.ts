import { condition, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { InvoiceSnapshot } from '../../src/domain/invoice.js';
import type { Settings } from '../../src/domain/settings.js';
import { changesWithin } from '../shared/effects.js';
import { refusal } from '../shared/hear.js';
import { type Deed, type Finding, type Outcome, perform } from '../shared/perform.js';
import { ASKS } from '../shared/policies.js';
import type { Invoice, InvoiceStory } from './invoice.js';
import { look } from './look.js';

const { getInvoice } = proxyActivities<Activities>(ASKS);

/** Whoever calls an invoice off and hears nothing for so long must decide anew. */
const WORTH_CANCELLING_MS = 24 * 60 * 60_000;

type CalledOff =
  | { readonly kind: 'cancelled' }
  /** It cannot be called off any more. */
  | { readonly kind: 'over'; readonly saw: string };

/** Runs before the order is accepted; what it refuses leaves no trace in history. */
export function refuseEnded(story: InvoiceStory): void {
  const { state } = story.known().snapshot();
  if (state !== 'PENDING') throw refusal('not-open', `the invoice is ${state}`);
}

/**
 * Calls the invoice off at the gateway, which decides every race: what was paid there before stays paid, and
 * the order is refused with the reason. One that is still being made is called off when it has been.
 */
export async function cancelInvoice(story: InvoiceStory): Promise<InvoiceSnapshot> {
  const settings = await story.settings();
  const invoice = await story.begun();
  invoice.unwant();
  await condition(() => invoice.isAnswerable());
  const failed = invoice.isOpen() ? await callOff(story, settings) : undefined;
  const now = invoice.snapshot();
  if (now.state === 'CANCELLED') return now;
  if (failed && invoice.isOpen()) throw failed;
  throw refusal('not-open', `the invoice is ${now.state}`);
}

/** Why it is not cancelled, if it is not. */
async function callOff(story: InvoiceStory, settings: Settings): Promise<Error | undefined> {
  const invoice = story.known();
  const outcome = await perform(cancelDeed(invoice), settings);
  if (outcome.kind === 'answered' && outcome.answer.kind === 'cancelled') {
    // money that was proven meanwhile wins
    if (!invoice.isOpen()) return undefined;
    invoice.move('CANCELLED', 'the merchant cancelled it');
    story.tell(invoice.tale());
    return undefined;
  }
  invoice.apply(await look(invoice, settings), settings.policies).forEach(story.tell);
  if (outcome.kind === 'unknown' && invoice.isOpen()) {
    const reason = 'the gateway has not said whether it cancelled the invoice';
    invoice.raise({
      kind: 'needs-review',
      reason,
      atRiskKobo: invoice.worth(),
      evidence: outcome.evidence,
    });
    return refusal('still-working', reason);
  }
  return refusal('refused', `it was not cancelled: ${reasonOf(outcome)}`);
}

function reasonOf(outcome: Outcome<CalledOff>): string {
  if (outcome.kind === 'unknown') return 'the gateway has not answered';
  if (outcome.kind !== 'answered') return outcome.reason;
  return outcome.answer.kind === 'over' ? outcome.answer.saw : '';
}

function cancelDeed(invoice: Invoice): Deed<CalledOff> {
  const { terms, expiresAt } = invoice.snapshot();
  const { reference } = terms;
  const notAfter = Math.min(Date.parse(expiresAt ?? terms.expiresAt), Date.now() + WORTH_CANCELLING_MS);
  return {
    summary: `Cancel ${reference}`,
    send: () => sendCancel(reference, notAfter),
    ask: () => askWhetherCancelled(reference),
    mostRepeats: Infinity,
    notAfter,
    isWanted: () => invoice.isOpen(),
  };
}

async function sendCancel(reference: string, notAfter: number): Promise<CalledOff | 'ask-first'> {
  const answer = await changesWithin(notAfter - Date.now()).cancelInvoice.executeWithOptions(
    { summary: `Cancel ${reference} at the gateway` },
    [{ invoiceReference: reference }],
  );
  if (answer.kind === 'not-found') return { kind: 'over', saw: 'the gateway knows no such invoice' };
  const { invoiceReference, invoiceStatus } = answer.body;
  // an answer about another invoice proves nothing about this one
  const isDone = invoiceReference === reference && invoiceStatus === 'CANCELLED';
  return isDone ? { kind: 'cancelled' } : 'ask-first';
}

async function askWhetherCancelled(reference: string): Promise<Finding<CalledOff>> {
  const answer = await getInvoice.executeWithOptions({ summary: `Ask whether ${reference} is cancelled` }, [
    { invoiceReference: reference },
  ]);
  if (answer.kind !== 'ok' || answer.body.invoiceReference !== reference) {
    return { kind: 'undecided', saw: `no invoice ${reference}` };
  }
  const { invoiceStatus } = answer.body;
  const saw = `the invoice is ${invoiceStatus}`;
  switch (invoiceStatus) {
    case 'CANCELLED':
      return { kind: 'found', answer: { kind: 'cancelled' }, saw };
    case 'PAID':
    case 'EXPIRED':
      return { kind: 'found', answer: { kind: 'over', saw }, saw };
    case 'PENDING':
      return { kind: 'absent', saw };
    default:
      return { kind: 'undecided', saw };
  }
}
