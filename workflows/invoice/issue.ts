import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import {
  type InvoiceRecord,
  type InvoiceTerms,
  type Issued,
  issuedBy,
  ownershipOfInvoice,
} from '../../src/domain/invoice/invoice.js';
import { toWireSplit } from '../../src/domain/split.js';
import { usedElsewhere } from '../../src/domain/used-elsewhere.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { changesWithin } from '../shared/gateway/effects.js';
import { findingOf } from '../shared/gateway/finding.js';
import type { Attempt, Finding, Operation, Outcome } from '../shared/gateway/operation.js';
import { createOrderPlace } from '../shared/collection/order-place.js';
import { announce } from './announce.js';
import type { InvoiceLifecycle } from './lifecycle.js';
import { INVOICE_RULES } from './rules.js';
import type { Invoice } from './state.js';

const { getInvoice } = proxyActivities<Activities>(GATEWAY_READ);

/** A merchant without an answer for a day has sent the bill another way. */
const CREATE_WITHIN_MS = 24 * 60 * 60_000;

type Made =
  | { readonly kind: 'issued'; readonly issued: Issued }
  /** The gateway has this reference, but not from us. */
  | { readonly kind: 'used-elsewhere'; readonly observed: string };

/** The invoice does not exist at the gateway yet. */
export function isUnissued(lifecycle: InvoiceLifecycle): boolean {
  const invoice = lifecycle.subject();
  const { state, end } = invoice.snapshot();
  return !invoice.isIssued() && state === 'PENDING' && !end;
}

/** Creates the invoice at the gateway, or ends it: an invoice that was never created cannot be paid. */
export async function issueInvoice(lifecycle: InvoiceLifecycle): Promise<void> {
  const invoice = lifecycle.subject();
  const outcome = await lifecycle.run(issue(invoice));
  if (outcome.kind === 'answered' && outcome.answer.kind === 'issued') {
    await applyIssued(lifecycle, outcome.answer.issued);
    return;
  }
  endUnissued(lifecycle, outcome);
}

/** The reserved account must know the attached invoice before its number is shown to the payer. */
async function applyIssued(lifecycle: InvoiceLifecycle, issued: Issued): Promise<void> {
  const invoice = lifecycle.subject();
  await announce(lifecycle, issued.transactionReference);
  invoice.setIssued(issued);
}

function endUnissued(lifecycle: InvoiceLifecycle, outcome: Outcome<Made>): void {
  const { end } = createOrderPlace(lifecycle, INVOICE_RULES);
  if (outcome.kind === 'answered') {
    const observed = outcome.answer.kind === 'used-elsewhere' ? outcome.answer.observed : '';
    end('REFUSED', usedElsewhere(observed));
    return;
  }
  const { kind, reason } = outcome;
  if (kind === 'refused') end('REFUSED', reason);
  else if (lifecycle.subject().isUnwanted()) {
    end('CANCELLED', 'the merchant cancelled it before it was created');
  } else end('FAILED', `it could not be created: ${reason}`);
}

/** Key of the create operation. */
export const issueKey = ({ reference }: Pick<InvoiceTerms, 'reference'>) => `create:${reference}`;

export function createBefore({ expiresAt }: InvoiceTerms, since: number): number {
  return Math.min(Date.parse(expiresAt), since + CREATE_WITHIN_MS);
}

function issue(invoice: Invoice): Operation<Made> {
  const { terms, epoch } = invoice.snapshot();
  return {
    key: issueKey(terms),
    summary: `Create ${terms.reference}`,
    atRiskKobo: terms.amountKobo,
    send: (attempt) => sendInvoice(terms, attempt),
    check: (since) => findInvoice(terms, since),
    notAfter: createBefore(terms, Date.parse(epoch)),
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
    { summary: `Create ${reference} at the gateway` },
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
    return afterUnknown
      ? 'exists'
      : { kind: 'used-elsewhere', observed: await show(reference, answer.message) };
  }
  const { body } = answer;
  const issued = issuedBy(body);
  // a reply for another invoice must never show its account to this payer
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

/**
 * Reads by the same reference; the invoice is ours only if it agrees with the terms and was created since.
 */
async function findInvoice(terms: InvoiceTerms, since: number): Promise<Finding<Made>> {
  const { reference } = terms;
  const answer = await getInvoice.executeWithOptions({ summary: `Read ${reference}` }, [
    { invoiceReference: reference },
  ]);
  if (answer.kind !== 'ok') return { kind: 'absent', observed: `no invoice ${reference}` };
  const observed = describe(answer.body);
  if (answer.body.invoiceReference !== reference) return { kind: 'undecided', observed };
  const issued = issuedBy(answer.body);
  const ours: Made | undefined = issued && { kind: 'issued', issued };
  return findingOf(ownershipOfInvoice(terms, answer.body, since), observed, ours);
}
