import { kobo, showNaira } from '../../domain/money.js';
import { badRequest, type Refusal, unprocessable } from '../http/refusal.js';
import { accounts } from '../money/ledger.js';
import { merchantById } from '../people/merchants.js';
import { sendMessage } from '../people/messages.js';
import { type CardAttempt, type CardDetails } from '../types/card.js';
import { type Transaction } from '../types/transaction.js';
import { asText } from '../wire/amounts.js';
import { cardTokenOf, hex } from '../wire/references.js';
import { type World } from '../world.js';
import { maskedPan } from './card-details.js';
import { collect } from './collect.js';
import { CARD_OTP, type CardScenario, scenarioOf } from './test-cards.js';
import { payableKobo, statusOf } from './transactions.js';

/** A card as the request contains it. It is never stored. */
export interface Card {
  readonly number: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly cvv: string;
  readonly pin: string;
}

const MOST_WRONG_CODES = 3;

/** How many codes the customer can still enter before the charge fails. */
export const attemptsLeft = ({ wrongCodes }: CardAttempt): number => MOST_WRONG_CODES - wrongCodes;

/** Runs inside a commit: the charge succeeds, fails, or waits for the customer; the returned transaction has the result. */
export function chargeCard(world: World, transaction: Transaction, card: Card): Transaction {
  refuseSpent(world, transaction);
  const scenario = scenarioOf(card.number);
  if (!scenario) throw badRequest('Invalid Card Number');
  if (!isReadable(card, world.clock.now())) throw badRequest('Auth Data error');
  const details = toDetails(world, card, scenario);
  switch (scenario) {
    case 'approved':
    case 'tokenizable':
    case 'tokenizable-once':
      return payByCard(world, transaction, details);
    case 'declined':
    case 'insufficient-funds':
      return fail(world, transaction, details);
    case 'otp':
    case 'otp-refused':
      return wait(world, transaction, { card: details, waitsFor: 'otp' });
    case 'issuer':
    case 'issuer-by-post':
    case 'issuer-silent':
      return wait(world, transaction, { card: details, waitsFor: 'issuer' });
  }
}

/** The customer's code and where it was entered: forwarded by the merchant, or on the issuer's page. */
export interface CardAnswer {
  readonly at: CardAttempt['waitsFor'];
  readonly code: string;
}

/** Runs inside a commit. A wrong code counts as an attempt, so its refusal is returned, not thrown: a throw would roll back the count. */
export function submitOtp(
  world: World,
  transaction: Transaction,
  { at, code }: CardAnswer,
): Transaction | Refusal {
  const attempt = attemptThatWaits(world, transaction, at);
  const { scenario } = attempt.card;
  if (code === CARD_OTP && scenario === 'issuer-silent') return transaction;
  if (code === CARD_OTP && scenario !== 'otp-refused') return payByCard(world, transaction, attempt.card);
  const wrongCodes = attempt.wrongCodes + 1;
  if (wrongCodes >= MOST_WRONG_CODES) {
    fail(world, transaction, attempt.card);
    return unprocessable('Invalid OTP supplied too often. Transaction Failed');
  }
  world.transactions.put({ ...transaction, cardAttempt: { ...attempt, wrongCodes } });
  return unprocessable('Invalid OTP supplied');
}

/** Runs inside a commit: the customer declines on the issuer's page. */
export function declineAtIssuer(world: World, transaction: Transaction): Transaction {
  return fail(world, transaction, attemptThatWaits(world, transaction, 'issuer').card);
}

/** The charge that waits for this code. Refuses once the transaction is paid, expired or cancelled. */
function attemptThatWaits(world: World, transaction: Transaction, at: CardAttempt['waitsFor']): CardAttempt {
  refuseEnded(world, transaction);
  const attempt = transaction.cardAttempt;
  if (attempt?.waitsFor !== at) throw unprocessable('No Card Payment found for this transaction.');
  return attempt;
}

export function refuseEnded(world: World, transaction: Transaction): void {
  const status = statusOf(transaction, world.clock.now());
  if (status === 'FAILED') throw unprocessable('Transaction Failed');
  if (status !== 'PENDING') throw unprocessable(`Transaction is ${status}`);
}

/** Whether this card matches the stored details of a charge. */
export function isCardOf(charged: CardDetails, { number, expiryMonth, expiryYear }: Card): boolean {
  return (
    scenarioOf(number) === charged.scenario &&
    Number(expiryMonth) === Number(charged.expMonth) &&
    fullYear(expiryYear) === fullYear(charged.expYear)
  );
}

function refuseSpent(world: World, transaction: Transaction): void {
  const status = statusOf(transaction, world.clock.now());
  if (transaction.cardAttempt || transaction.paidKobo > 0) throw badRequest('Payment already exists');
  if (status === 'FAILED') throw badRequest('Transaction Failed');
  if (status !== 'PENDING') throw badRequest(`Transaction is ${status}`);
  if (!transaction.methods.includes('CARD'))
    throw badRequest('Card payments are not enabled for this transaction');
}

function isReadable({ expiryMonth, expiryYear, cvv, pin }: Card, now: number): boolean {
  const month = Number(expiryMonth);
  const year = fullYear(expiryYear);
  if (!/^\d{3,4}$/.test(cvv) || !/^\d{4}$/.test(pin) || !(month >= 1 && month <= 12)) return false;
  return Date.UTC(year, month) > now;
}

const fullYear = (year: string): number => Number(year.length === 2 ? `20${year}` : year);

function toDetails(
  world: World,
  { number, expiryMonth, expiryYear }: Card,
  scenario: CardScenario,
): CardDetails {
  return {
    scenario,
    bin: number.slice(0, 6),
    last4: number.slice(-4),
    expMonth: expiryMonth,
    expYear: expiryYear,
    cardToken: scenario.startsWith('tokenizable') ? cardTokenOf(world) : null,
  };
}

function payByCard(world: World, transaction: Transaction, card: CardDetails): Transaction {
  if (card.cardToken !== null) {
    world.cardTokens.put({
      token: card.cardToken,
      merchantId: transaction.merchantId,
      email: transaction.customer.email,
      card,
    });
  }
  return collect(world, {
    transaction,
    amountKobo: payableKobo(transaction),
    from: accounts.card(maskedPan(card)),
    status: 'PAID',
    facts: { method: 'CARD', card },
  });
}

function fail(world: World, transaction: Transaction, card: CardDetails): Transaction {
  const failed: Transaction = { ...transaction, recorded: 'FAILED', method: 'CARD', card, cardAttempt: null };
  world.transactions.put(failed);
  return failed;
}

function wait(
  world: World,
  transaction: Transaction,
  attempt: Pick<CardAttempt, 'card' | 'waitsFor'>,
): Transaction {
  const id = `${asText(payableKobo(transaction))}-${hex(world, 32)}`;
  const waiting: Transaction = {
    ...transaction,
    method: 'CARD',
    cardAttempt: { ...attempt, id, wrongCodes: 0 },
  };
  world.transactions.put(waiting);
  sendCode(world, waiting, attempt);
  return waiting;
}

/** The bank's message to the customer. */
function sendCode(
  world: World,
  transaction: Transaction,
  { card, waitsFor }: Pick<CardAttempt, 'card' | 'waitsFor'>,
): void {
  const { merchantId, customer, paymentReference: reference } = transaction;
  const amount = showNaira(kobo(payableKobo(transaction)));
  sendMessage(world, {
    to: customer.email,
    subject: waitsFor === 'otp' ? 'Your card OTP' : 'Your 3-D Secure code',
    text: `${CARD_OTP} confirms ${amount} to ${merchantById(world, merchantId).name} with card ${maskedPan(card)}.`,
    reference,
    code: CARD_OTP,
  });
}
