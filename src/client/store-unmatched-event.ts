import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { LifecycleInput } from '../../workflows/shared/messages.js';
import { UNMATCHED_EVENT } from '../../workflows/unmatched-event/messages.js';
import type {
  UnmatchedEventSnapshot,
  UnmatchedEventTerms,
} from '../domain/unmatched-event/unmatched-event.js';
import type { Address } from '../domain/lifecycle/address.js';
import type { LifecycleEvent } from '../domain/lifecycle/event.js';
import { shortHash } from '../domain/hash.js';
import { dayOf } from '../domain/calendar.js';
import type { Kobo } from '../domain/money.js';
import { deliverEvent } from './deliver-event.js';
import { idOf } from './ids.js';
import type { OpenEventBound } from './open-event-bound.js';
import { withinGatewayTimeout } from './timeouts.js';
import type { ClientContext } from './context.js';
import { attributesOf } from './search-attributes.js';

/** With the money that it reports and the lifecycle that it names, where it does. */
export interface UnmatchedEventToStore extends UnmatchedEventTerms {
  readonly amountKobo?: Kobo;
  readonly about?: string;
}

/** The sweep of the day finds the payment, if there is one. */
const UNKNOWN_REFERENCE = 'about a reference that Oware does not know, while many such lifecycles are open';
const LONGEST_ABOUT = 200;

/** What is stored of an event about a lifecycle that it may not open. */
export function namingUnknown({ lifecycle, reference }: Address) {
  return { reason: UNKNOWN_REFERENCE, about: `${lifecycle}:${reference}`.slice(0, LONGEST_ABOUT) };
}

/** An event that a comparison or a lifecycle sent, as it is stored: the same money of the same lifecycle is the same event. */
export function toUnmatched(to: Address, event: LifecycleEvent): UnmatchedEventToStore {
  const { reason, about } = namingUnknown(to);
  const amountKobo = 'amountKobo' in event ? event.amountKobo : undefined;
  const transaction = 'transactionReference' in event ? event.transactionReference : undefined;
  return {
    reference: shortHash(JSON.stringify([to.lifecycle, to.reference, transaction, amountKobo])),
    eventType: event.eventType,
    reason,
    about,
    excerpt: '',
    ...(amountKobo !== undefined && { amountKobo }),
  };
}

/**
 * Stores a signed event that has no lifecycle: in a workflow of its own, or, while too many are open, with the others of the
 * day. It only starts a workflow: the gateway waits for seconds, and Temporal
 * keeps the event whether a worker is running or not. A repeat of a stored event changes nothing.
 */
export async function storeUnmatchedEvent(
  context: ClientContext,
  { amountKobo, about, ...terms }: UnmatchedEventToStore,
  bound: OpenEventBound,
): Promise<void> {
  if (about !== undefined || !(await bound.mayOpen(UNMATCHED_EVENT))) {
    const { reference, eventType, reason, excerpt } = terms;
    const event = {
      kind: 'unmatched',
      key: reference,
      ...{ reference, eventType, reason, excerpt },
      ...(about !== undefined && { about }),
      ...(amountKobo !== undefined && { amountKobo }),
    } as const;
    await deliverEvent(context, { kind: UNMATCHED_EVENT, reference: dayOf(Date.now()) }, event);
    return;
  }

  const input: LifecycleInput<UnmatchedEventTerms, UnmatchedEventSnapshot> = { from: 'request', terms };
  const start = () =>
    context.client.workflow.start(UNMATCHED_EVENT.type, {
      workflowId: idOf(UNMATCHED_EVENT, terms.reference),
      taskQueue: context.taskQueue,
      args: [input],
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      typedSearchAttributes: attributesOf(context, UNMATCHED_EVENT, terms),
      staticSummary: UNMATCHED_EVENT.summaryOf(terms),
    });
  try {
    await withinGatewayTimeout(context, start);
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
