import {
  batches as BATCH,
  bills as BILL,
  paycodes as PAYCODE,
  transfers as TRANSFER,
} from '../../workflows/lifecycles.js';
import { refuseNew } from '../client/refuse-new.js';
import { partId } from '../domain/batch/part.js';
import { toResult } from '../domain/batch/result-file.js';
import { toBatch, toPart } from '../domain/batch/view.js';
import { toTransfer } from '../domain/transfer/view.js';
import { JSON_NAMES, readJsonRows } from '../requests/batch-json.js';
import { createBatchRows } from '../requests/batch-rows.js';
import { readJsonBatch } from '../requests/batch.js';
import { readBillRequest } from '../requests/bill.js';
import { otpRequest } from '../requests/card.js';
import { refuseOverdue } from '../requests/fields.js';
import { parse } from '../requests/parse.js';
import { readPaycodeRequest, refuseExpired } from '../requests/paycode.js';
import { readTransferRequest, refuseOverdueTransfer } from '../requests/transfer.js';
import { withOwareErrors } from './error.js';
import { toJson } from './json.js';
import {
  commandOf,
  createApprovals,
  createCancel,
  createLifecycle,
  createReads,
  type Deps,
  pathOf,
  show,
  toCreated,
} from './lifecycle.js';
import type {
  Approvable,
  Batches,
  Bills,
  Cancellable,
  Lifecycle,
  Paycodes,
  Reads,
  Transfers,
} from './oware.js';
import type * as types from './types.js';

export function createTransfers(deps: Deps): Transfers {
  const { oware, post } = deps;
  const options = { kind: TRANSFER, client: oware.transfers };
  const common: Lifecycle<types.TransferRequest, types.Transfer> = createLifecycle(deps, {
    ...options,
    readTerms: readTransferRequest,
    refuseNow: refuseOverdueTransfer,
  });
  const cancel: Cancellable<types.Transfer> = createCancel(options);
  const approvals: Approvable<types.Transfer> = createApprovals(deps, options);
  const own: Pick<Transfers, 'submitOtp' | 'resendOtp'> = {
    submitOtp: (reference, otp, call) =>
      post(pathOf(TRANSFER, reference, '/otp'), parse(otpRequest, { otp }), call),
    resendOtp: async (reference, call) =>
      toJson(toTransfer(await oware.transfers.resendOtp(reference, commandOf(call)))),
  };
  return { ...common, ...cancel, ...approvals, ...withOwareErrors(own) };
}

/** The api's defaults. */
const BATCH_RULES = { maxRows: 10_000, hasDuplicateGuard: true };

export function createBatches(deps: Deps): Batches {
  const { oware, post } = deps;
  const options = { kind: BATCH, client: oware.batches };
  const reads: Reads<types.Batch> = createReads(deps, options);
  const cancel: Cancellable<types.Batch> = createCancel(options);
  const approvals: Approvable<types.Batch> = createApprovals(deps, options);
  const own: Pick<Batches, 'create' | 'confirm' | 'submitOtp' | 'resendOtp'> = {
    create: async (request, { idempotencyKey } = {}) => {
      const { rows: given, ...head } = readJsonBatch(request, idempotencyKey);
      const reading = createBatchRows(head, BATCH_RULES, JSON_NAMES);
      readJsonRows(given, reading);
      const batch = reading.finish();
      const { reference } = batch.terms;
      await refuseNew(
        () => refuseOverdue(batch.terms),
        () => oware.batches.get(reference),
      );
      return toCreated(BATCH, reference, await oware.createBatch(batch));
    },
    confirm: async (reference) => toJson(toBatch(await oware.batches.confirm(reference))),
    submitOtp: (reference, part, otp, call) =>
      post(pathOf(BATCH, reference, `/parts/${part}/otp`), parse(otpRequest, { otp }), call),
    resendOtp: async (reference, part, call) =>
      toJson(toPart(await oware.batchParts.resendOtp(partId(reference, part), commandOf(call)))),
  };
  return {
    ...reads,
    ...cancel,
    ...approvals,
    ...withOwareErrors(own),
    rows: (reference) => show(oware.batchRows(reference), (row) => toResult(reference, row)),
  };
}

export function createBills(deps: Deps): Bills {
  const options = { kind: BILL, client: deps.oware.bills };
  const common: Lifecycle<types.BillRequest, types.Bill> = createLifecycle(deps, {
    ...options,
    readTerms: readBillRequest,
    refuseNow: refuseOverdue,
  });
  const cancel: Cancellable<types.Bill> = createCancel(options);
  const approvals: Approvable<types.Bill> = createApprovals(deps, options);
  return { ...common, ...cancel, ...approvals };
}

export function createPaycodes(deps: Deps): Paycodes {
  const options = { kind: PAYCODE, client: deps.oware.paycodes };
  const common: Lifecycle<types.PaycodeRequest, types.Paycode> = createLifecycle(deps, {
    ...options,
    readTerms: readPaycodeRequest,
    refuseNow: refuseExpired,
  });
  const cancel: Cancellable<types.Paycode> = createCancel(options);
  const approvals: Approvable<types.Paycode> = createApprovals(deps, options);
  const reveal: Paycodes['reveal'] = (reference) => deps.post(pathOf(PAYCODE, reference, '/reveal'));
  return { ...common, ...cancel, ...approvals, ...withOwareErrors({ reveal }) };
}
