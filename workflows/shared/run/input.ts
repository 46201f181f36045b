import { ApplicationFailure, workflowInfo } from '@temporalio/workflow';
import { isSignedGrant } from '../../../src/domain/approval/grant.js';
import { beginning, type LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import { REFUSED_INPUT, type LifecycleInput, type LifecycleTerms } from '../messages.js';
import { timestamp } from './state.js';
import { isOptional, isRecord, isText, isWithinLimits } from './shapes.js';

export interface InputRules {
  /** What a run may start from. */
  readonly beginnings?: readonly string[];
  /** The largest input of a request, in characters. */
  readonly largest?: number | undefined;
}

/**
 * Refuses a malformed input before anything is sent: the run fails with a snapshot in its details, which
 * frees the reference. `refuseTerms` returns what is wrong with the terms, if anything.
 */
export function refuseInput(
  input: LifecycleInput<LifecycleTerms, LifecycleSnapshot>,
  refuseTerms: (terms: Readonly<Record<string, unknown>>) => string | undefined,
  { beginnings = ['request', 'event', 'carried'], largest }: InputRules = {},
): void {
  const isExpected = isRecord(input) && beginnings.includes(input.from);
  const reason = isExpected
    ? findProblem(input, refuseTerms, largest)
    : `from: expected ${beginnings.join(' or ')}`;
  if (reason !== undefined) throw refusedInput(reason, termsIn(input));
}

/** Ends a run that has sent nothing and has nothing to do, and frees its reference. */
export function refusedInput(reason: string, terms: LifecycleTerms): ApplicationFailure {
  const refused = { ...beginning('REFUSED', reason, timestamp()), lifecycle: 'refused', terms };
  return ApplicationFailure.create({
    message: `Input refused: ${reason}`,
    type: REFUSED_INPUT,
    nonRetryable: true,
    details: [refused],
  });
}

/** Whether an earlier run wrote its input: runs that a rule of Temporal starts are refused (`started-by-rule.ts`). */
export function isContinued(): boolean {
  return workflowInfo().continuedFromExecutionRunId !== undefined;
}

function findProblem(
  input: Readonly<Record<string, unknown>>,
  refuseTerms: (terms: Readonly<Record<string, unknown>>) => string | undefined,
  largest: number | undefined,
): string | undefined {
  // carried state is as large as the run before made it, and was written by us
  if (!isContinued() && !isWithinLimits(input, largest)) return 'the input is too large';
  switch (input.from) {
    case 'request':
      if (!isOptional(input.recoverFrom, isRun)) return 'recoverFrom: expected a run id';
      if (!isOptional(input.maker, isSignedGrant)) return 'maker: expected a signed grant';
      if (!isRecord(input.terms)) return 'terms: missing';
      return refuseTerms(input.terms) ?? refuseForeign(input.terms);
    case 'event':
    case 'command':
      if (!isOptional(input.previousRunId, isRun)) return 'previousRunId: expected a run id';
      return isText(input.reference) ? undefined : 'reference: missing';
    case 'carried': {
      const snapshot = isRecord(input.carried) ? input.carried.snapshot : undefined;
      const isWhole = isRecord(snapshot) && isRecord(snapshot.terms) && isText(snapshot.state);
      return isWhole && isContinued()
        ? undefined
        : 'carried: missing, or this run does not continue another one';
    }
    default:
      return 'from: expected request, event or carried';
  }
}

const RUN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isRun = (given: unknown) => isText(given) && RUN.test(given);

/**
 * One reference, one workflow: two workflows with the same reference would each mistake the other's effects.
 */
function refuseForeign({ reference }: Readonly<Record<string, unknown>>): string | undefined {
  const isOwn = isText(reference) && workflowInfo().workflowId.endsWith(`:${reference}`);
  return isOwn ? undefined : 'terms.reference does not match the workflow id';
}

/** The terms, as far as they have a reference. */
export function termsIn(input: unknown): LifecycleTerms {
  const terms = isRecord(input) ? input.terms : undefined;
  const reference = isRecord(terms) && isText(terms.reference) ? terms.reference : '';
  return { reference };
}

/** Inputs with an earlier state to recover: a request after a lost run, an event, a command. */
export type ToBeRecovered<Input extends { readonly from: string }> = Exclude<Input, { from: 'carried' }>;

export function isToBeRecovered<Terms extends LifecycleTerms, Snapshot extends LifecycleSnapshot>(
  input: LifecycleInput<Terms, Snapshot>,
): input is ToBeRecovered<LifecycleInput<Terms, Snapshot>> {
  if (input.from === 'request') return input.recoverFrom !== undefined;
  return input.from !== 'carried';
}
