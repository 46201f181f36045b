import { isSignedGrant } from '../../src/domain/approval/grant.js';
import { isAccountNumber, isBankCode } from '../../src/domain/bank-account.js';
import { holdsCardNumber, NO_CARD_NUMBER } from '../../src/domain/card-number.js';
import { isReference, originOf } from '../../src/domain/reference.js';
import { LONGEST_NOTE, LONGEST_REASON } from '../../src/domain/refund/limits.js';
import { refusal } from '../shared/run/commands.js';
import { isAmount, isOptional, isRecord, isText } from '../shared/run/shapes.js';

/** Runs before the command is accepted; a refused one leaves no trace in history. The api checks the same. */
export function refuseRequest(request: unknown): void {
  const problem = isRecord(request) ? problemIn(request) : 'expected a refund';
  if (problem !== undefined) throw refusal('invalid', problem);
}

/** Returns what is wrong with a request for a refund, if anything. */
export function problemIn(request: Readonly<Record<string, unknown>>): string | undefined {
  const { refundReference, amountKobo, refundReason, customerNote, destination, owner, maker } = request;
  if (!isText(refundReference) || !isOwn(refundReference)) return 'reference: expected a valid reference';
  if (!isAmount(amountKobo) || amountKobo === 0) return 'amountKobo: expected a whole number above zero';
  if (!isText(refundReason, LONGEST_REASON))
    return `refundReason: expected 1 to ${LONGEST_REASON} characters`;
  if (!isText(customerNote, LONGEST_NOTE)) return `customerNote: expected 1 to ${LONGEST_NOTE} characters`;
  if (holdsCardNumber(refundReason)) return `refundReason: ${NO_CARD_NUMBER}`;
  if (holdsCardNumber(customerNote)) return `customerNote: ${NO_CARD_NUMBER}`;
  if (!isOptional(destination, isDestination))
    return 'destination: expected a bank code, an account number and the name of its owner';
  if (!isOptional(owner, isOwner)) return 'owner: expected a lifecycle and its reference';
  if (!isOptional(maker, isSignedGrant)) return 'maker: expected a signed grant';
  return undefined;
}

/** The merchant's own, or derived from the reference of a lifecycle whose policy asks for it. */
function isOwn(reference: string): boolean {
  return isReference(reference) || originOf(reference).kind === 'refund';
}

function isDestination(given: unknown): boolean {
  if (!isRecord(given)) return false;
  const { bankCode, accountNumber, accountName } = given;
  if (!isBankCode(bankCode) || !isAccountNumber(accountNumber)) return false;
  return isText(accountName) && !holdsCardNumber(accountName);
}

function isOwner(given: unknown): boolean {
  return isRecord(given) && isText(given.lifecycle) && isText(given.reference);
}
