import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import {
  type InvoiceRecord,
  type InvoiceTerms,
  type Issued,
  issuedBy,
  isOurs,
} from '../../src/domain/invoice.js';
import { toWireSplit } from '../../src/domain/split.js';
import { ASKS, ERRANDS } from '../shared/gateway/activity-options.js';
import { changesWithin } from '../shared/gateway/effects.js';
import type { Attempt, Finding, Operation, Outcome } from '../shared/gateway/operation.js';
import type { Invoice, InvoiceStory } from './invoice.js';

const { getInvoice } = proxyActivities<Activities>(ASKS);
const { forwardNews } = proxyActivities<Activities>(ERRANDS);

/** A merchant who has heard nothing for a day has sent the bill by other means. */
const WORTH_MAKING_MS = 24 * 60 * 60_000;

type Made =
  | { readonly kind: 'issued'; readonly issued: Issued }
  /** The gateway knows the reference, and not from us. */
  | { readonly kind: 'used-elsewhere'; readonly saw: string };

/** Nobody can pay it yet. */
export function isUnmade(story: InvoiceStory): boolean {
  const invoice = story.known();
  return !invoice.isIssued() && invoice.snapshot().state === 'PENDING';
}

/** Has the gateway make the invoice, or ends it: what was never made nobody can pay. */
export async function issueInvoice(story: InvoiceStory): Promise<void> {
  const invoice = story.known();
  const outcome = await story.run(issue(invoice));
  if (outcome.kind === 'answered' && outcome.answer.kind === 'issued') {
    await takeOver(story, outcome.answer.issued);
    return;
  }
  endUnmade(invoice, outcome);
  story.tell(invoice.tale());
}

/** Before anybody can be shown the number of a reserved account, its own story knows whose the money may be. */
async function takeOver(story: InvoiceStory, issued: Issued): Promise<void> {
  const invoice = story.known();
  const { accountReference, reference } = invoice.snapshot().terms;
  const { transactionReference } = issued;
  if (accountReference !== undefined) {
    await story.pace.call(() =>
      forwardNews.executeWithOptions({ summary: `Announce ${reference} to its account` }, [
        { story: 'reserved-account', reference: accountReference },
        {
          kind: 'invoice-attached',
          key: `invoice-attached:${transactionReference}`,
          eventType: 'invoice-attached',
          invoiceReference: reference,
          transactionReference,
        },
      ]),
    );
  }
  invoice.issued(issued);
}

function endUnmade(invoice: Invoice, outcome: Outcome<Made>): void {
  if (outcome.kind === 'answered') {
    if (outcome.answer.kind === 'used-elsewhere')
      invoice.move('REFUSED', `reference-used-elsewhere: ${outcome.answer.saw}`);
  } else if (outcome.kind === 'refused') {
    invoice.move('REFUSED', outcome.reason);
  } else if (invoice.isUnwanted()) {
    invoice.move('CANCELLED', 'the merchant cancelled it before it was made');
  } else {
    invoice.move('FAILED', `it could not be made: ${outcome.reason}`);
  }
}

/** What an invoice is known by while it is being made. */
export const issueKey = ({ reference }: Pick<InvoiceTerms, 'reference'>) => `create:${reference}`;

export function makeBefore({ expiresAt }: InvoiceTerms, since: number): number {
  return Math.min(Date.parse(expiresAt), since + WORTH_MAKING_MS);
}

function issue(invoice: Invoice): Operation<Made> {
  const { terms, epoch } = invoice.snapshot();
  return {
    key: issueKey(terms),
    summary: `Make ${terms.reference}`,
    atRiskKobo: terms.amountKobo,
    send: (attempt) => sendInvoice(terms, attempt),
    check: (since) => findInvoice(terms, since),
    notAfter: makeBefore(terms, Date.parse(epoch)),
    isWanted: () => !invoice.isUnwanted(),
    adopt: (transactionReference) =>
      transactionReference === undefined ? undefined : { kind: 'issued', issued: { transactionReference } },
  };
}

async function sendInvoice(
  terms: InvoiceTerms,
  { notAfter, afterUnknown }: Attempt,
): Promise<Made | 'check-first' | 'exists'> {
  const { reference, accountReference, redirectUrl, incomeSplit, paymentMethods } = terms;
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
        ...(incomeSplit && { incomeSplitConfig: toWireSplit(incomeSplit) }),
        ...(paymentMethods && { paymentMethods: [...paymentMethods] }),
      },
    ],
  );
  if (answer.kind === 'reference-used') {
    // ours only if an earlier attempt may have used it
    return afterUnknown ? 'exists' : { kind: 'used-elsewhere', saw: await show(reference, answer.message) };
  }
  const { body } = answer;
  const issued = issuedBy(body);
  // an answer meant for another invoice must never show its account to this payer
  const isCrossed = body.invoiceReference !== reference || body.amount !== terms.amountKobo;
  return isCrossed || !issued ? 'check-first' : { kind: 'issued', issued };
}

async function show(invoiceReference: string, otherwise: string): Promise<string> {
  const answer = await getInvoice({ invoiceReference }).catch(() => undefined);
  return answer?.kind === 'ok' ? describe(answer.body) : otherwise;
}

function describe({ invoiceReference, invoiceStatus, createdOn }: InvoiceRecord): string {
  return `invoice ${invoiceReference}, ${invoiceStatus}, created ${createdOn ?? 'at an unknown time'}`;
}

/** By the same reference; what is found is ours only if it agrees with what was asked, and was made since. */
async function findInvoice(terms: InvoiceTerms, since: number): Promise<Finding<Made>> {
  const { reference } = terms;
  const answer = await getInvoice.executeWithOptions({ summary: `Ask about ${reference}` }, [
    { invoiceReference: reference },
  ]);
  if (answer.kind !== 'ok') return { kind: 'absent', saw: `no invoice ${reference}` };
  const saw = describe(answer.body);
  if (answer.body.invoiceReference !== reference) return { kind: 'undecided', saw };
  if (!isOurs(terms, answer.body, since)) {
    return { kind: 'found', answer: { kind: 'used-elsewhere', saw }, saw };
  }
  const issued = issuedBy(answer.body);
  return issued
    ? { kind: 'found', answer: { kind: 'issued', issued }, saw }
    : { kind: 'undecided', saw: `${saw}, without its transaction` };
}
