import { ApplicationFailure, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../../activities/activities.js';
import { RECORD_KINDS, type RecordKind, type RecordTerms } from '../../../src/domain/gateway-record.js';
import { ZERO } from '../../../src/domain/money.js';
import { pauseBefore } from '../../../src/domain/lifecycle/schedule.js';
import { isReference } from '../../../src/domain/reference.js';
import { answerOf } from '../../shared/gateway/answer-of.js';
import { type Operation, runOperation } from '../../shared/gateway/operation.js';
import { createOperations } from '../../shared/gateway/operations.js';
import { INTERNAL } from '../../shared/gateway/activity-options.js';
import { REFUSED_INPUT } from '../../shared/messages.js';
import { createPace } from '../../shared/run/pace.js';
import { isRecord, isText, isWithinLimits } from '../../shared/run/shapes.js';
import { NOT_CREATED, recordId, type WriteOnceInput, type WriteOnceResult } from './messages.js';
import { type Listed, type RecordWrite, WRITES } from './writes.js';

const { settings: readSettings } = proxyActivities<Activities>(INTERNAL);

const DAY_MS = 24 * 60 * 60_000;
/** So long it looks for what a lost reply may have created; pauses grow to hours, which bounds the history. */
const LOOK_FOR_MS = 7 * DAY_MS;
/** Pauses between reads that the gateway does not answer; they grow, so that an outage of a day is a short history. */
const RETRY_READ_MS = [5_000, 10_000, 30_000, 60_000];
const LONGEST_RETRY_MS = 10 * 60_000;

/**
 * Creates one record at the gateway, once: it looks for the record before every send, also before the first, because a
 * lost run may have sent it. A run that created nothing fails, which frees its reference.
 */
export async function writeOnce(input: WriteOnceInput): Promise<WriteOnceResult> {
  refuseInput(input);
  const { kind, terms } = input;
  // the type of the input pairs each kind with its terms
  const write = WRITES[kind] as RecordWrite<RecordKind>;
  const pace = createPace(() => false);
  const states = createOperations();
  const outcome = await runOperation(operationOf(write, terms, pace), {
    pace,
    settings: readSettings,
    states,
    onUnresolved: () => undefined,
    onResolved: () => undefined,
  });
  if (outcome.kind === 'answered' && outcome.answer.kind === 'same') {
    return { kind, terms, record: outcome.answer.record };
  }
  throw notCreated(outcome.kind === 'answered' ? observedIn(outcome.answer) : outcome.reason);
}

function operationOf(
  { find, create }: RecordWrite<RecordKind>,
  terms: RecordTerms[RecordKind],
  pace: ReturnType<typeof createPace>,
): Operation<Listed> {
  const startedAt = Date.now();
  let found: Listed | undefined;
  let unanswered = 0;
  return {
    key: 'create',
    summary: `Create ${terms.reference}`,
    atRiskKobo: ZERO,
    notAfter: startedAt + DAY_MS,
    async ready() {
      found = await answerOf({ pace }, () => find(terms));
      if (found) return undefined;
      const pauseMs = Math.min(pauseBefore(RETRY_READ_MS, unanswered++), LONGEST_RETRY_MS);
      return { until: Date.now() + pauseMs, summary: 'Look for it again' };
    },
    async send({ notAfter, afterUnknown }) {
      if (found && found.kind !== 'absent') return found;
      const written = await create(terms, notAfter - Date.now());
      if (written.kind === 'created') return { kind: 'same', record: written.record };
      if (written.kind === 'unclear') return 'check-first';
      return afterUnknown ? 'exists' : { refused: 'the gateway reports that it already exists' };
    },
    async check() {
      if (Date.now() > startedAt + LOOK_FOR_MS) throw notCreated('the gateway has not shown it for a week');
      const listed = await find(terms);
      return listed.kind === 'absent'
        ? { kind: 'absent', observed: 'the gateway does not list it' }
        : { kind: 'found', answer: listed, observed: observedIn(listed) };
    },
    isWanted: () => true,
  };
}

function observedIn(listed: Listed): string {
  return listed.kind === 'other' ? listed.observed : 'the gateway lists it';
}

function notCreated(reason: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(reason, NOT_CREATED);
}

/** Clients of Temporal are not bound by our types; the gateway's client checks the fields of the terms. */
function refuseInput(input: unknown): void {
  const isWhole =
    isRecord(input) &&
    isWithinLimits(input) &&
    RECORD_KINDS.some((kind) => kind === input.kind) &&
    isRecord(input.terms) &&
    isText(input.terms.reference) &&
    isReference(input.terms.reference) &&
    recordId(input.kind as RecordKind, input.terms.reference) === workflowInfo().workflowId &&
    hasShape(input.kind as RecordKind, input.terms);
  if (!isWhole)
    throw ApplicationFailure.nonRetryable('Input refused: expected a kind and its terms', REFUSED_INPUT);
}

function hasShape(kind: RecordKind, terms: Readonly<Record<string, unknown>>): boolean {
  switch (kind) {
    case 'sub-account':
      return [terms.bankCode, terms.accountNumber, terms.email, terms.splitPercentage].every((each) =>
        isText(each),
      );
    case 'limit-profile':
      return (
        isText(terms.name) &&
        [terms.singleTransactionKobo, terms.dailyTransactionKobo, terms.dailyTransactions].every((each) =>
          Number.isSafeInteger(each),
        )
      );
    case 'wallet': {
      const { customer } = terms;
      const isCustomer = isRecord(customer) && isText(customer.name) && isText(customer.email);
      return isCustomer && [terms.name, terms.bvn, terms.bvnDateOfBirth].every((each) => isText(each));
    }
  }
}
