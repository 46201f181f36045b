import { defineUpdate } from '@temporalio/workflow';
import { mandateHoldings } from '../../src/domain/mandate/holdings.js';
import type { DebitRequest } from '../../src/domain/mandate/debit.js';
import { isEnded, type MandateSnapshot, type MandateTerms } from '../../src/domain/mandate/mandate.js';
import { toMandate } from '../../src/domain/mandate/view.js';
import { MANDATE_WEBHOOKS } from '../../src/domain/mandate/webhook-types.js';
import { showNaira } from '../../src/domain/money.js';
import { MANDATE_STATES } from '../../src/domain/mandate/states.js';
import type { LifecycleInput, LifecycleKind } from '../shared/messages.js';

export type MandateInput = LifecycleInput<MandateTerms, MandateSnapshot>;

export interface DebitAnswer {
  /** False when the same debit was requested before. */
  readonly isNew: boolean;
  /** The request that this answers: repeats of a request join the first one, and get its answer. */
  readonly requestId?: string;
  readonly snapshot: MandateSnapshot;
}

/** Debits the customer's account, or returns the existing debit; waits for the first answer to its send. */
export const requestDebit = defineUpdate<DebitAnswer, [DebitRequest]>('requestDebit');

const commands = {
  debit: {
    update: requestDebit,
    takes: 1,
    fingerprintOf: ({ reference, amountKobo }: DebitRequest) => ({ reference, amountKobo }),
  },
} as const;

export const MANDATE: LifecycleKind<MandateTerms, MandateSnapshot, typeof commands> = {
  noun: 'mandate',
  about: "Direct debits from a customer's account.",
  created: { scope: 'collect', command: 'Create a direct-debit mandate' },
  prefix: 'mandate',
  type: 'keepMandate',
  path: '/v1/mandates',
  firstState: 'PENDING',
  states: MANDATE_STATES,
  isOver: ({ state }) => isEnded(state),
  freeText: ['name', 'address', 'accountName', 'description'],
  summaryOf: ({ reference, amountKobo }) =>
    `Mandate ${reference}${amountKobo === undefined ? '' : `: up to ${showNaira(amountKobo)}`}`,
  toView: toMandate,
  viewName: 'mandate',
  webhooks: MANDATE_WEBHOOKS,
  takesEvents: true,
  holdingsOf: mandateHoldings,
  signedDecisions: true,
  cancelRequest: 'POST /v1/mandates/{reference}/cancel',
  commands,
};
