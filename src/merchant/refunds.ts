import { refunds as REFUNDS } from '../../workflows/lifecycles.js';
import { InProgressError, NotFoundError } from '../client/errors.js';
import { type RefundAnswer, requestRefund } from '../client/request-refund.js';
import { isEnded, type RefundsSnapshot } from '../domain/refund/refund.js';
import { toRefund, toRefunds } from '../domain/refund/view.js';
import { decisionRequest } from '../requests/decision.js';
import { parse } from '../requests/parse.js';
import { readRefundRequest } from '../requests/refund.js';
import { withOwareErrors } from './error.js';
import { toJson } from './json.js';
import { commandOf, type Deps, pathOf, show } from './lifecycle.js';
import { readList } from './list.js';
import type { Refunds } from './oware.js';
import type { Created, Refund } from './types.js';

/** Refunds have their own reference, while their workflow is the transaction's. */
export function createRefunds({ oware, post }: Deps): Refunds {
  const { refunds } = oware;
  const decide =
    (action: 'approve' | 'decline'): Refunds['approve'] =>
    (reference, { transactionReference, idempotencyKey, ...decision }) => {
      const query = `?transactionReference=${encodeURIComponent(transactionReference)}`;
      const body = parse(decisionRequest, decision);
      return post(pathOf(REFUNDS, reference, `/${action}${query}`), body, { idempotencyKey });
    };
  const methods: Omit<Refunds, 'watch'> = {
    create: async (request, { idempotencyKey } = {}) => {
      const { transactionReference, terms } = readRefundRequest(request, idempotencyKey);
      return toCreatedRefund(await requestRefund(oware, transactionReference, terms), terms.refundReference);
    },
    get: async (reference, { transactionReference }) =>
      toOneRefund(await refunds.get(transactionReference), reference),
    ofTransaction: async (transactionReference) => toJson(toRefunds(await refunds.get(transactionReference))),
    list: (query) => readList((request) => refunds.list(request), query, oware.hashCustomer),
    confirm: async (reference, { transactionReference }) =>
      toOneRefund(await refunds.confirm(transactionReference), reference),
    cancel: async (reference, { transactionReference, ...options }) => {
      const known = toOneRefund(await refunds.get(transactionReference), reference);
      // a repeat gets the same answer, also when the run has closed since
      if (known.state === 'CANCELLED') return known;
      const command = { refundReference: reference };
      return toOneRefund(
        await refunds.cancelRefund(transactionReference, command, commandOf(options)),
        reference,
      );
    },
    approve: decide('approve'),
    decline: decide('decline'),
  };
  return {
    ...withOwareErrors({ ...methods }),
    watch: (reference, { transactionReference, ...options }) =>
      show(
        refunds.watch(transactionReference, {
          ...options,
          toView: (snapshot) => toRefund(snapshot, reference),
          isFinal: (snapshot) => isEnded(toOneRefund(snapshot, reference).state),
        }),
        (snapshot) => toOneRefund(snapshot, reference),
        options.signal,
      ),
  };
}

function toOneRefund(snapshot: RefundsSnapshot, reference: string): Refund {
  const refund = toRefund(snapshot, reference);
  if (!refund) throw new NotFoundError(`Refund ${reference} not found.`);
  return toJson(refund);
}

/** The requested refund. One that cannot be read yet is in progress: repeat the identical request. */
export function toCreatedRefund({ kind, snapshot }: RefundAnswer, reference: string): Created<Refund> {
  const refund = snapshot && toRefund(snapshot, reference);
  if (!refund) throw new InProgressError('The gateway has not answered yet. Retry the identical request.');
  return toJson({ ...refund, retry: kind === 'in-progress' ? 'same-reference' : undefined });
}
