import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import {
  type InvoiceRecord,
  type InvoiceTerms,
  type Issued,
  issuedBy,
  isOurs,
} from '../../src/domain/invoice.js';
import { changesWithin } from '../shared/effects.js';
import { type Deed, type Finding, type Outcome, perform } from '../shared/perform.js';
import { ASKS } from '../shared/policies.js';
import type { Invoice, InvoiceStory } from './invoice.js';

const { getInvoice, forwardNews } = proxyActivities<Activities>(ASKS);

/** A merchant who has heard nothing for a day has sent the bill by other means. */
const WORTH_MAKING_MS = 24 * 60 * 60_000;

type Made =
  | { readonly kind: 'issued'; readonly issued: Issued }
  /** The gateway knows the reference, and not from us. */
  | { readonly kind: 'used-elsewhere'; readonly saw: string };

/** Has the gateway make the invoice, or ends it: what was never made nobody can pay. */
export async function issueInvoice(story: InvoiceStory): Promise<void> {
  const settings = await story.settings();
  const invoice = story.known();
  const outcome = await perform(issueDeed(invoice), settings);
  if (outcome.kind === 'answered' && outcome.answer.kind === 'issued') {
    await takeOver(invoice, outcome.answer.issued);
  } else if (outcome.kind === 'unknown') {
    const { amountKobo } = invoice.snapshot().terms;
    const reason = 'the gateway has not said whether it made the invoice';
    invoice.raise({ kind: 'needs-review', reason, atRiskKobo: amountKobo, evidence: outcome.evidence });
  } else {
    endUnmade(invoice, outcome);
    story.tell(invoice.tale());
  }
}

/** Before anybody can be shown the number of a reserved account, its own story knows whose the money may be. */
export async function takeOver(invoice: Invoice, issued: Issued): Promise<void> {
  const { accountReference, reference } = invoice.snapshot().terms;
  const { transactionReference } = issued;
  if (accountReference !== undefined) {
    await forwardNews.executeWithOptions({ summary: `Announce ${reference} to its account` }, [
      { story: 'reserved-account', reference: accountReference },
      {
        kind: 'invoice-attached',
        key: `invoice-attached:${transactionReference}`,
        eventType: 'invoice-attached',
        invoiceReference: reference,
        transactionReference,
      },
    ]);
  }
  invoice.issued(issued);
}

function endUnmade(invoice: Invoice, outcome: Exclude<Outcome<Made>, { kind: 'unknown' }>): void {
  if (outcome.kind === 'answered') {
    if (outcome.answer.kind === 'used-elsewhere')
      invoice.move('REFUSED', `reference-used-elsewhere: ${outcome.answer.saw}`);
  } else if (outcome.kind === 'refused' && outcome.failure !== 'too-late') {
    invoice.move('REFUSED', outcome.reason);
  } else if (invoice.isUnwanted()) {
    invoice.move('CANCELLED', 'the merchant cancelled it before it was made');
  } else {
    invoice.move('FAILED', `it could not be made: ${outcome.reason}`);
  }
}

function issueDeed(invoice: Invoice): Deed<Made> {
  const { terms } = invoice.snapshot();
  const firstAttemptAt = Date.now();
  const notAfter = Math.min(Date.parse(terms.expiresAt), firstAttemptAt + WORTH_MAKING_MS);
  return {
    summary: `Make ${terms.reference}`,
    send: (afterUnknown) => sendInvoice(terms, notAfter, afterUnknown),
    ask: () => askForInvoice(terms, firstAttemptAt),
    mostRepeats: Infinity,
    notAfter,
    isWanted: () => !invoice.isUnwanted(),
  };
}

async function sendInvoice(
  terms: InvoiceTerms,
  notAfter: number,
  afterUnknown: boolean,
): Promise<Made | 'ask-first'> {
  const { reference, accountReference, redirectUrl } = terms;
  const answer = await changesWithin(notAfter - Date.now()).createInvoice.executeWithOptions(
    { summary: `Make ${reference} at the gateway` },
    [
      {
        amount: terms.amountKobo,
        currencyCode: terms.currency,
        invoiceReference: reference,
        customerName: terms.customer.name,
        customerEmail: terms.customer.email,
        description: terms.description,
        expiryDate: terms.expiresAt,
        ...(redirectUrl !== undefined && { redirectUrl }),
        ...(accountReference !== undefined && { accountReference }),
      },
    ],
  );
  if (answer.kind === 'reference-used') {
    // ours only if an earlier attempt may have used it
    return afterUnknown
      ? 'ask-first'
      : { kind: 'used-elsewhere', saw: await show(reference, answer.message) };
  }
  const { body } = answer;
  const issued = issuedBy(body);
  // an answer meant for another invoice must never show its account to this payer
  const isCrossed = body.invoiceReference !== reference || body.amount !== terms.amountKobo;
  return isCrossed || !issued ? 'ask-first' : { kind: 'issued', issued };
}

async function show(invoiceReference: string, otherwise: string): Promise<string> {
  const answer = await getInvoice({ invoiceReference }).catch(() => undefined);
  return answer?.kind === 'ok' ? describe(answer.body) : otherwise;
}

function describe({ invoiceReference, invoiceStatus, createdOn }: InvoiceRecord): string {
  return `invoice ${invoiceReference}, ${invoiceStatus}, created ${createdOn ?? 'at an unknown time'}`;
}

/** By the same reference; what is found is ours only if it agrees with what was asked, and was made since. */
export async function askForInvoice(terms: InvoiceTerms, firstAttemptAt: number): Promise<Finding<Made>> {
  const { reference } = terms;
  const answer = await getInvoice.executeWithOptions({ summary: `Ask about ${reference}` }, [
    { invoiceReference: reference },
  ]);
  if (answer.kind !== 'ok') return { kind: 'absent', saw: `no invoice ${reference}` };
  const saw = describe(answer.body);
  if (answer.body.invoiceReference !== reference) return { kind: 'undecided', saw };
  if (!isOurs(terms, answer.body, firstAttemptAt)) {
    return { kind: 'found', answer: { kind: 'used-elsewhere', saw }, saw };
  }
  const issued = issuedBy(answer.body);
  return issued
    ? { kind: 'found', answer: { kind: 'issued', issued }, saw }
    : { kind: 'undecided', saw: `${saw}, without its transaction` };
}
