import { declineAtIssuer, submitOtp } from '../collections/cards.js';
import { sendFromBank } from '../collections/receipts.js';
import { testCards } from '../collections/test-cards.js';
import { authorize, cancelByCustomer, refuseMandate } from '../direct-debit/mandates.js';
import {
  amount,
  type Fields,
  fieldsOf,
  optionalFlag,
  optionalObject,
  optionalText,
  text,
} from '../http/fields.js';
import { notFound, Refusal, unprocessable } from '../http/refusal.js';
import { Answer } from '../http/reply.js';
import { type Call, own, type OwnRoute } from '../http/route.js';
import { redeemPaycode } from '../payouts/paycodes.js';
import { BANKS } from '../people/banks.js';
import { holderOf, USUAL_PAYER } from '../people/people.js';
import { SCENARIO_ACCOUNTS } from '../people/scenario-accounts.js';
import { type BankAccount } from '../types/bank-account.js';
import { keyOf } from '../types/key.js';

/** What customers do, for tests and scripts: pay, enter codes, authorize, read messages. */
export const PEOPLE_CONTROL: readonly OwnRoute[] = [
  own('GET /sandbox/banks', () => BANKS),
  own('GET /sandbox/test-cards', () => testCards()),
  own('GET /sandbox/scenario-accounts', () => SCENARIO_ACCOUNTS),
  own('POST /sandbox/bank-accounts', openAccount),
  own('POST /sandbox/bank-simulator/payments', pay),
  own('POST /sandbox/issuer/{id}', answerIssuer),
  own('POST /sandbox/mandates/{code}', answerMandate),
  own('POST /sandbox/paycodes/{merchant}/{reference}/redeem', redeem),
  own('GET /sandbox/inbox', inbox),
];

function openAccount({ world, body }: Call) {
  const fields = fieldsOf(body);
  const account: BankAccount = {
    bankCode: text(fields, 'bankCode'),
    accountNumber: text(fields, 'accountNumber'),
    accountName: text(fields, 'accountName'),
  };
  world.bankAccounts.put(account);
  return new Answer(201, account);
}

function pay({ world, body }: Call) {
  const fields = fieldsOf(body);
  const receipt = sendFromBank(world, {
    bankCode: text(fields, 'bankCode'),
    accountNumber: text(fields, 'accountNumber'),
    amountKobo: amount(fields, 'amount'),
    payer: readPayer(optionalObject(fields, 'payer')),
  });
  return new Answer(receipt.outcome.accepted ? 200 : 422, { ...receipt.outcome, receipt: receipt.id });
}

function readPayer(fields: Fields | undefined): BankAccount {
  if (!fields) return USUAL_PAYER;
  const accountNumber = text(fields, 'accountNumber');
  const bvn = optionalText(fields, 'bvn');
  return {
    bankCode: text(fields, 'bankCode'),
    accountNumber,
    accountName: optionalText(fields, 'accountName') ?? holderOf(accountNumber) ?? 'UNNAMED PAYER',
    ...(bvn !== undefined && { bvn }),
  };
}

/** The customer's decision on the issuer's page: { otp } or { decline: true }. */
function answerIssuer({ world, params, body }: Call) {
  const transaction = world.transactions.find('attempt', params['id'] ?? '');
  if (transaction?.cardAttempt?.waitsFor !== 'issuer')
    throw notFound('No charge waits for the issuer under this id');
  const fields = fieldsOf(body);
  const declines = optionalFlag(fields, 'decline') ?? false;
  const after = declines
    ? declineAtIssuer(world, transaction)
    : submitOtp(world, transaction, { at: 'issuer', code: text(fields, 'otp') });
  if (after instanceof Refusal) return new Answer(after.httpStatus, { reason: after.message });
  return { transactionReference: after.transactionReference, status: after.recorded };
}

/** The customer's decision on the mandate page: { authorize: true } or false, or later { cancel: true }. */
function answerMandate({ world, params, body }: Call) {
  const mandate = world.mandates.get(params['code'] ?? '');
  if (!mandate) throw notFound('Mandate not found');
  if (optionalFlag(fieldsOf(body), 'cancel') ?? false) {
    cancelByCustomer(world, mandate);
    return { mandateCode: mandate.code, status: mandate.status };
  }
  if (mandate.status !== 'PENDING_AUTHORIZATION') throw unprocessable(`The mandate is ${mandate.status}`);
  if (optionalFlag(fieldsOf(body), 'authorize') ?? true) authorize(world, mandate);
  else refuseMandate(world, mandate);
  return { mandateCode: mandate.code, status: world.mandates.get(mandate.code)?.status };
}

function redeem({ world, params }: Call) {
  const paycode = world.paycodes.get(keyOf(params['merchant'] ?? '', params['reference'] ?? ''));
  if (!paycode) throw notFound('Paycode not found');
  return redeemPaycode(world, paycode);
}

function inbox({ world, query }: Call) {
  const reference = optionalText(query, 'reference');
  return [...world.messages.values()]
    .filter((message) => reference === undefined || message.reference === reference)
    .reverse();
}
