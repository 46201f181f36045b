import type { DisbursementEvent } from '../../../src/domain/lifecycle/events/disbursement.js';
import { kobo } from '../../../src/domain/money.js';
import type { TransferTerms } from '../../../src/domain/transfer/transfer.js';
import { waitForState } from '../wait-until.js';
import { ok, type Request, type ScriptedWorld } from './scripted-gateway.js';

/** What one transfer, or one row of a batch, is about. */
export const PAYOUT = kobo(5_000_00);
const DESTINATION = { bankCode: '058', accountNumber: '0100090002', accountName: 'Ada Obi' };

export function transferTerms(reference: string, more: Partial<TransferTerms> = {}): TransferTerms {
  return {
    reference,
    amountKobo: PAYOUT,
    currency: 'NGN',
    destination: DESTINATION,
    narration: 'Salary March',
    ...more,
  };
}

/** The record of a transfer, which is also the reply to its request. */
export function transferRecord(status: string, more: object = {}) {
  return ({ reference }: Request) =>
    ok({
      reference,
      amount: PAYOUT,
      status,
      currency: 'NGN',
      destinationBankCode: DESTINATION.bankCode,
      destinationAccountNumber: DESTINATION.accountNumber,
      ...more,
    });
}

/** D02: the gateway has no such transfer. */
export const noTransfer = () => ({ kind: 'not-found', code: 'D02', message: 'no such transfer' });

export const referenceUsed = () => ({
  kind: 'reference-used',
  code: 'D05',
  message: 'the reference exists already',
});

/** The gateway's event about a transfer or a row. Two deliveries of the same event have the same key. */
export function payoutEvent(reference: string, status: string, more: Partial<DisbursementEvent> = {}) {
  const eventType = `${status}_DISBURSEMENT`;
  const key = `disbursement:${reference}:${status}`;
  return { kind: 'disbursement', key, eventType, reference, status, ...more } as DisbursementEvent;
}

/** Transfers on a scripted gateway. */
export function createScriptedTransfers(world: ScriptedWorld) {
  const read = (reference: string) => world.oware.transfers.get(reference);
  const id = (reference: string) => `transfer:${reference}`;
  return {
    id,
    read,
    /** Requests a transfer without waiting for the reply. */
    start(what: string, more?: Partial<TransferTerms>) {
      const reference = world.name(what);
      const created = world.oware.transfers.create(transferTerms(reference, more));
      created.catch(() => undefined);
      return { reference, created };
    },
    /** A transfer that the gateway accepted, with this status. */
    async sent(what: string, status: string, more?: object) {
      const reference = world.name(what);
      world.script.initiateTransfer = transferRecord(status, more);
      world.script.getTransfer = transferRecord(status, more);
      await world.oware.transfers.create(transferTerms(reference));
      return reference;
    },
    becomes: (reference: string, state: string) =>
      waitForState(reference, state, () => read(reference).catch(() => undefined)),
    report: (reference: string, status: string, more?: Partial<DisbursementEvent>) =>
      world.oware.deliverEvent({ lifecycle: 'transfer', reference }, payoutEvent(reference, status, more)),
    submitOtp: (reference: string) =>
      // this world's workers take the place of the vault
      world.oware.transfers.submitOtp(reference, { handle: 'otp', taskQueue: world.taskQueue }),
    closed: (reference: string) => world.closed(id(reference)),
  };
}
