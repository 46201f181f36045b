import { ApplicationFailure, workflowInfo } from '@temporalio/workflow';
import { beginning, type LifecycleSnapshot } from '../../../src/domain/lifecycle/lifecycle.js';
import { REFUSED_INPUT, type LifecycleInput, type LifecycleTerms } from '../messages.js';
import { timestamp } from './state.js';
import { isOptional, isRecord, isText, isWieldy } from './shapes.js';

/**
 * Refuses an input that is none, before anything was sent: the run fails with what is known in its details, and
 * its reference is free again. `refuseTerms` says what is wrong with the terms, if anything is.
 */
export function refuseInput(
  input: LifecycleInput<LifecycleTerms, LifecycleSnapshot>,
  refuseTerms: (terms: Readonly<Record<string, unknown>>) => string | undefined,
  beginnings: readonly string[] = ['request', 'event', 'carried'],
): void {
  const isReady = isRecord(input) && beginnings.includes(input.from);
  const reason = isReady ? whatIsWrong(input, refuseTerms) : 'it begins with nothing that is known';
  if (reason === undefined) return;
  const refused = {
    ...beginning('REFUSED', reason, timestamp()),
    lifecycle: 'refused',
    terms: termsIn(input),
  };
  throw ApplicationFailure.create({
    message: `the input was refused: ${reason}`,
    type: REFUSED_INPUT,
    nonRetryable: true,
    details: [refused],
  });
}

function whatIsWrong(
  input: Readonly<Record<string, unknown>>,
  refuseTerms: (terms: Readonly<Record<string, unknown>>) => string | undefined,
): string | undefined {
  const { continuedFromExecutionRunId } = workflowInfo();
  // what an earlier run has handed over is as large as that run was, and was written by us
  if (continuedFromExecutionRunId === undefined && !isWieldy(input)) return 'it is too large';
  switch (input.from) {
    case 'request':
      if (!isOptional(input.recoverFrom, isRun)) return 'recoverFrom is no run';
      if (!isRecord(input.terms)) return 'it has no terms';
      return refuseTerms(input.terms) ?? refuseForeign(input.terms);
    case 'event':
      if (!isOptional(input.previousRunId, isRun)) return 'previousRunId is no run';
      return isText(input.reference) ? undefined : 'it has no reference';
    case 'carried': {
      const snapshot = isRecord(input.carried) ? input.carried.snapshot : undefined;
      const isWhole = isRecord(snapshot) && isRecord(snapshot.terms) && isText(snapshot.state);
      return isWhole && continuedFromExecutionRunId !== undefined ? undefined : 'nothing was carried over';
    }
    default:
      return 'it begins with nothing that is known';
  }
}

const RUN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isRun = (given: unknown) => isText(given) && RUN.test(given);

/** One reference, one workflow: two that use the same would each take the other's effects for a stranger's. */
function refuseForeign({ reference }: Readonly<Record<string, unknown>>): string | undefined {
  const isOwn = isText(reference) && workflowInfo().workflowId.endsWith(`:${reference}`);
  return isOwn ? undefined : 'its reference is not the one that its id names';
}

/** As far as there is a reference in it. */
function termsIn(input: unknown): LifecycleTerms {
  const terms = isRecord(input) ? input.terms : undefined;
  const reference = isRecord(terms) && isText(terms.reference) ? terms.reference : '';
  return { reference };
}

/** Which inputs there is something to recover for: a request after a lost run, and news. */
export type ToBeRecovered<Input extends { readonly from: string }> = Exclude<Input, { from: 'carried' }>;

export function isToBeRecovered<Terms extends LifecycleTerms, Snapshot extends LifecycleSnapshot>(
  input: LifecycleInput<Terms, Snapshot>,
): input is ToBeRecovered<LifecycleInput<Terms, Snapshot>> {
  return input.from === 'event' || (input.from === 'request' && input.recoverFrom !== undefined);
}
