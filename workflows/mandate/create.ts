import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/activities.js';
import type { MandateTerms } from '../../src/domain/mandate/mandate.js';
import { agrees } from '../../src/domain/mandate/verdict.js';
import { ZERO } from '../../src/domain/money.js';
import { usedElsewhere } from '../../src/domain/used-elsewhere.js';
import { GATEWAY_READ } from '../shared/gateway/activity-options.js';
import { changesWithin } from '../shared/gateway/effects.js';
import type { Attempt, Finding, Operation, Outcome } from '../shared/gateway/operation.js';
import { timestamp } from '../shared/run/state.js';
import type { MandateLifecycle } from './lifecycle.js';

const { getMandate } = proxyActivities<Activities>(GATEWAY_READ);

/** After a day the customer has made other plans. */
const CREATE_WITHIN_MS = 86_400_000;

type Created =
  | {
      readonly kind: 'created';
      readonly mandateCode: string;
      /** The gateway created it in reply to this run. */
      readonly isNew?: true;
    }
  /** The gateway has this reference, but not from us. */
  | { readonly kind: 'used-elsewhere'; readonly observed: string };

export const CREATE_KEY = 'create';

/** The last moment to create it: the gateway refuses a start in the past. */
export function createBefore({ startAt }: MandateTerms, since: number): number {
  return Math.min(since + CREATE_WITHIN_MS, Date.parse(startAt));
}

/** Whether the gateway does not have it yet, as far as Oware knows. */
export function isUncreated(lifecycle: MandateLifecycle): boolean {
  const { state, createdAt } = lifecycle.subject().snapshot();
  return state === 'PENDING' && createdAt === undefined;
}

/** Creates the mandate at the gateway, or ends it. Its record is read afterwards: only that has the link. */
export async function createMandate(lifecycle: MandateLifecycle): Promise<void> {
  const mandate = lifecycle.subject();
  const outcome = await lifecycle.run(creation(lifecycle));
  if (outcome.kind === 'answered' && outcome.answer.kind === 'created') {
    if (outcome.answer.isNew) mandate.forgetLoss();
    mandate.change({ mandateCode: outcome.answer.mandateCode, createdAt: timestamp() });
    return;
  }
  const { to, reason } = endOf(lifecycle, outcome);
  lifecycle.notify(mandate.transition(to, reason));
}

function endOf(lifecycle: MandateLifecycle, outcome: Outcome<Created>) {
  if (outcome.kind === 'answered') {
    const observed = outcome.answer.kind === 'used-elsewhere' ? outcome.answer.observed : '';
    return { to: 'REFUSED', reason: usedElsewhere(observed) } as const;
  }
  const { kind, reason } = outcome;
  if (kind === 'refused') return { to: 'REFUSED', reason } as const;
  const isCancelled = kind === 'not-sent' && lifecycle.subject().snapshot().cancel !== undefined;
  if (isCancelled) return { to: 'CANCELLED', reason: 'the merchant cancelled it' } as const;
  return { to: 'FAILED', reason } as const;
}

function creation(lifecycle: MandateLifecycle): Operation<Created> {
  const mandate = lifecycle.subject();
  const { terms, epoch } = mandate.snapshot();
  return {
    key: CREATE_KEY,
    summary: `Create ${terms.reference}`,
    atRiskKobo: ZERO,
    send: (attempt) => send(terms, attempt),
    check: () => find(terms),
    notAfter: createBefore(terms, Date.parse(epoch)),
    isWanted: () => mandate.snapshot().cancel === undefined,
    adopt: (mandateCode) => (mandateCode === undefined ? undefined : { kind: 'created', mandateCode }),
  };
}

async function send(
  terms: MandateTerms,
  { notAfter, afterUnknown }: Attempt,
): Promise<Created | 'check-first' | 'exists'> {
  const { reference, customer, account, amountKobo, debitAmountKobo, redirectUrl } = terms;
  const answer = await changesWithin(notAfter - Date.now()).createMandate.executeWithOptions(
    { summary: `Create ${reference} at the gateway` },
    [
      {
        mandateReference: reference,
        autoRenew: terms.autoRenew ?? false,
        customerName: customer.name,
        customerEmailAddress: customer.email,
        customerPhoneNumber: customer.phone,
        customerAddress: customer.address,
        customerAccountNumber: account.accountNumber,
        customerAccountBankCode: account.bankCode,
        ...(account.accountName !== undefined && { customerAccountName: account.accountName }),
        mandateDescription: terms.description,
        mandateStartDate: terms.startAt,
        mandateEndDate: terms.endAt,
        ...(amountKobo !== undefined && { mandateAmount: amountKobo }),
        ...(debitAmountKobo !== undefined && { debitAmount: debitAmountKobo }),
        customerCancellation: terms.customerCancellation ?? false,
        ...(redirectUrl !== undefined && { redirectUrl }),
      },
    ],
  );
  if (answer.kind === 'reference-used') {
    // ours only if an earlier attempt may have used it
    return afterUnknown ? 'exists' : { kind: 'used-elsewhere', observed: answer.message };
  }
  const { mandateReference, mandateCode } = answer.body;
  // a reply about another mandate proves nothing about this one
  const isOurs = mandateReference == null || mandateReference === reference;
  return isOurs ? { kind: 'created', mandateCode, isNew: true } : 'check-first';
}

async function find(terms: MandateTerms): Promise<Finding<Created>> {
  const { reference } = terms;
  const answer = await getMandate.executeWithOptions({ summary: `Read ${reference}` }, [
    { mandateReferences: reference },
  ]);
  const records = answer.kind === 'ok' ? answer.body : [];
  const record = records.find(({ externalMandateReference }) => externalMandateReference === reference);
  if (!record) {
    const isOther = records.length > 0;
    return isOther
      ? { kind: 'undecided', observed: 'the reply is about another mandate' }
      : { kind: 'absent', observed: `no mandate ${reference}` };
  }
  const { mandateCode, mandateStatus } = record;
  const observed = `a mandate ${reference} with code ${mandateCode}, ${mandateStatus}`;
  const found: Created = agrees(terms, record)
    ? { kind: 'created', mandateCode }
    : { kind: 'used-elsewhere', observed };
  return { kind: 'found', answer: found, observed };
}
