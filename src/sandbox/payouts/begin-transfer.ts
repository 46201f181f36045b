import { amount, type Fields, has, optionalFlag, optionalObject, text, typedText } from '../http/fields.js';
import { badRequest, orRefusal, Refusal } from '../http/refusal.js';
import { transferFee } from '../money/fees.js';
import { walletBalance } from '../money/wallet.js';
import { bankOf } from '../people/banks.js';
import { nameAt, namesAgree } from '../people/names.js';
import { LOST_OTP_ACCOUNT } from '../people/scenario-accounts.js';
import { keyOf } from '../types/key.js';
import { type Merchant } from '../types/merchant.js';
import { type Destination, type Transfer, twinKey } from '../types/transfer.js';
import { payoutReference, sessionId } from '../wire/references.js';
import { type World } from '../world.js';
import { sendMoney } from './move-out.js';
import { sendOtp, createOtp } from './otp.js';
import { refusePayout } from './payout-refusals.js';
import { recentTwin } from './transfers.js';

/** The terms of one transfer, single or a row of a batch. */
export interface TransferTerms {
  readonly reference: string;
  readonly amountKobo: number;
  readonly narration: string;
  readonly destination: Destination;
  readonly async: boolean;
  readonly senderInfo: Fields | null;
}

const SMALLEST_KOBO = 20_00;

export function readTransfer(fields: Fields): TransferTerms {
  const accountNumber = text(fields, 'destinationAccountNumber');
  if (!/^\d{10}$/.test(accountNumber)) throw badRequest('Field destinationAccountNumber must be 10 digits');
  if (text(fields, 'currency') !== 'NGN') throw badRequest('Unknown currency code supplied');
  const accountName = has(fields, 'destinationAccountName')
    ? text(fields, 'destinationAccountName')
    : undefined;
  const terms = {
    reference: text(fields, 'reference'),
    amountKobo: amount(fields, 'amount'),
    narration: text(fields, 'narration'),
    destination: {
      bankCode: text(fields, 'destinationBankCode'),
      accountNumber,
      ...(accountName !== undefined && { accountName }),
    },
    async: optionalFlag(fields, 'async') ?? false,
    senderInfo: optionalObject(fields, 'senderInfo') ?? null,
  };
  if (terms.amountKobo < SMALLEST_KOBO) throw refusePayout('D01', 'Amount must not be less than 20.');
  return terms;
}

/** The terms of an invalid row as far as they can be read; undefined without a reference. */
export function readUnreadableRow(row: unknown): TransferTerms | undefined {
  const fields = typeof row === 'object' && row !== null ? (row as Fields) : {};
  const reference = orRefusal(() => text(fields, 'reference'));
  if (reference instanceof Refusal) return undefined;
  return {
    reference,
    amountKobo: 0,
    narration: typedText(fields, 'narration'),
    destination: {
      bankCode: typedText(fields, 'destinationBankCode'),
      accountNumber: typedText(fields, 'destinationAccountNumber'),
    },
    async: false,
    senderInfo: null,
  };
}

/** Runs inside a commit: a single transfer, which waits for its OTP or is sent at once. */
export function beginTransfer(world: World, merchant: Merchant, terms: TransferTerms): Transfer | Refusal {
  if (world.transfers.get(keyOf(merchant.id, terms.reference))) throw refusePayout('D05');
  const flaw = flawOf(world, terms);
  if (flaw) throw flaw;
  if (merchant.switches.duplicateGuardOn && twinOf(world, merchant, terms)) throw refusePayout('D07');
  const transfer = toTransfer(world, merchant, terms);
  if (walletBalance(world, merchant.id) < transfer.amountKobo + transfer.feeKobo) {
    return refuseUnfunded(world, merchant, transfer);
  }
  if (!merchant.switches.otpOn) return sendMoney(world, transfer);
  const lost = terms.destination.accountNumber === LOST_OTP_ACCOUNT;
  const waiting: Transfer = {
    ...transfer,
    recorded: lost ? 'OTP_EMAIL_DISPATCH_FAILED' : 'PENDING_AUTHORIZATION',
    description: lost ? 'OTP could not be sent' : 'Waiting for authorization',
    otp: lost ? createOtp(world) : sendOtp(world, merchant, terms.reference),
  };
  world.transfers.put(waiting);
  return waiting;
}

/** Runs inside a commit. A returned refusal keeps the record, so that the reference is spent. */
function refuseUnfunded(world: World, merchant: Merchant, transfer: Transfer): Refusal {
  const refusal = refusePayout('D04');
  if (!merchant.switches.refusedTransfersRecorded) throw refusal;
  const { message: description } = refusal;
  world.transfers.put({ ...transfer, recorded: 'FAILED', description, completedAt: world.clock.now() });
  return refusal;
}

/** Name enquiry. Rows of a batch may omit the name; a given name must match. */
export function flawOf(world: World, { destination }: TransferTerms): Refusal | undefined {
  const { bankCode, accountNumber, accountName } = destination;
  if (!bankOf(bankCode)) return refusePayout('D03', 'Unknown destination bank code');
  const held = nameAt(world, bankCode, accountNumber);
  if (held === undefined) return refusePayout('D03', 'Account number could not be validated');
  const agrees = accountName === undefined || namesAgree(accountName, held);
  return agrees ? undefined : refusePayout('D03', 'Destination account name mismatch');
}

export function twinOf(
  world: World,
  merchant: Merchant,
  { destination, amountKobo }: TransferTerms,
): boolean {
  return recentTwin(world, twinKey(merchant.id, destination, amountKobo)) !== undefined;
}

export function toTransfer(world: World, merchant: Merchant, terms: TransferTerms): Transfer {
  const { bankCode, accountNumber } = terms.destination;
  const held = nameAt(world, bankCode, accountNumber);
  return {
    ...terms,
    key: keyOf(merchant.id, terms.reference),
    merchantId: merchant.id,
    transactionReference: payoutReference(world, 'MFDS'),
    feeKobo: transferFee(terms.amountKobo),
    destination: { bankCode, accountNumber, ...(held !== undefined && { accountName: held }) },
    batchKey: null,
    flaw: null,
    twoFactor: merchant.switches.otpOn,
    otp: null,
    recorded: 'PENDING',
    description: 'Processing in progress',
    sessionId: sessionId(world, '999058'),
    createdAt: world.clock.now(),
    completedAt: null,
  };
}
