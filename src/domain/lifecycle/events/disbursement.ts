import { clip, isOptional, isText } from '../../shapes.js';
import { type EventCore, type EventKind, readCore } from './core.js';

/** A transfer, alone or in a batch, came to an end, or came back: a reason to check, never a fact. */
export interface DisbursementEvent extends EventCore {
  readonly kind: 'disbursement';
  /** The reference that Oware sent: of a transfer, or of a row of a batch. */
  readonly reference: string;
  readonly status?: string;
  /** The NIP session id; only events and replies have it. */
  readonly sessionId?: string;
}

const isString = (given: unknown) => typeof given === 'string';

export const disbursement: EventKind<DisbursementEvent> = {
  kind: 'disbursement',
  read: (fields) => {
    const core = readCore(fields);
    const { reference, status, sessionId } = fields;
    if (!core || !isText(reference)) return undefined;
    if (!isOptional(status, isString) || !isOptional(sessionId, isString)) return undefined;
    return {
      ...core,
      reference,
      ...(typeof status === 'string' && { status: clip(status) }),
      ...(typeof sessionId === 'string' && { sessionId: clip(sessionId) }),
    };
  },
  isFoundByCheck: () => true,
};
