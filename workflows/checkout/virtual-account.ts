import { showNaira } from '../../src/domain/money.js';
import { type CheckoutTerms, offers, type VirtualAccount } from '../../src/domain/checkout/checkout.js';
import type { Settings } from '../../src/domain/settings.js';
import { changesWithin } from '../shared/gateway/effects.js';
import { refused, repeatUntilAnswered } from '../shared/gateway/repeat.js';
import { refusal } from '../shared/run/commands.js';
import { isRecord, isText } from '../shared/run/shapes.js';
import { refuseUnresolved } from './card-refusals.js';
import { transactionForChannel } from './channel.js';
import type { VirtualAccountRequest } from './messages.js';
import type { CheckoutLifecycle } from './lifecycle.js';

const BANK_CODE = /^\d{3,6}$/;

/** Runs before the request is accepted; what it refuses leaves no trace in history. */
export function refuseVirtualAccount(lifecycle: CheckoutLifecycle, request: VirtualAccountRequest): void {
  const bankCode: unknown = isRecord(request) ? request.bankCode : null;
  if (bankCode !== undefined && !(isText(bankCode) && BANK_CODE.test(bankCode))) {
    throw refusal('invalid', 'bankCode must be 3 to 6 digits');
  }
  const checkout = lifecycle.subject();
  if (!checkout.isOpen()) {
    throw refusal('not-open', `the payment is ${checkout.snapshot().state}`);
  }
  if (!offers(checkout.snapshot().terms, 'transfer')) {
    throw refusal('channel-disabled', 'this payment is not to be paid by transfer');
  }
  refuseUnresolved(lifecycle);
}

/**
 * Asking twice is harmless, the gateway answers with the same account and the time left, so an answer that
 * was lost is simply asked for again while the window lasts.
 */
export async function openVirtualAccount(
  lifecycle: CheckoutLifecycle,
  request: VirtualAccountRequest,
): Promise<VirtualAccount> {
  const { transactionReference } = await transactionForChannel(lifecycle);
  const settings = lifecycle.given() ?? (await lifecycle.settings());
  const checkout = lifecycle.subject();
  const notAfter = Date.parse(checkout.closesAt());
  const outcome = await repeatUntilAnswered(
    {
      summary: 'Account',
      send: () => attemptAccount(transactionReference, notAfter, request),
      notAfter,
      isWanted: () => checkout.isOpen(),
    },
    { pace: lifecycle.pace, settings },
  );
  // called off, or paid by another way, while the gateway was asked: nobody is led to an account any more
  if (!checkout.isOpen()) throw refusal('not-open', `the payment is ${checkout.snapshot().state}`);
  if (outcome.kind !== 'answered') throw refused(outcome);
  const { answer: account } = outcome;
  const mismatch = whatDiffers(checkout.snapshot().terms, settings, account);
  if (mismatch !== undefined) {
    const atRiskKobo = checkout.snapshot().terms.amountKobo;
    checkout.raise({ kind: 'identity-mismatch', subject: 'transfer-account', reason: mismatch, atRiskKobo });
    throw refusal('refused', `no account is handed out: ${mismatch}`);
  }
  checkout.hasAccount(account);
  return account;
}

/** The payer sends what the account asks for: another amount than was asked is not shown. */
function whatDiffers(
  { amountKobo }: CheckoutTerms,
  { feeCeilingKobo }: Settings,
  { payableKobo }: VirtualAccount,
): string | undefined {
  const isCovered = payableKobo >= amountKobo && payableKobo <= amountKobo + feeCeilingKobo;
  return isCovered
    ? undefined
    : `the account asks for ${showNaira(payableKobo)}, and ${showNaira(amountKobo)} are owed`;
}

async function attemptAccount(
  transactionReference: string,
  notAfter: number,
  request: VirtualAccountRequest,
): Promise<VirtualAccount | 'again'> {
  const answer = await changesWithin(notAfter - Date.now()).initBankTransfer.executeWithOptions(
    { summary: 'Ask for a virtual account' },
    [{ transactionReference, ...(request.bankCode !== undefined && { bankCode: request.bankCode }) }],
  );
  const body = answer.body;
  // an account of another payment must never be shown to this payer
  if (body.transactionReference !== transactionReference) return 'again';
  return {
    bankCode: body.bankCode,
    bankName: body.bankName,
    accountNumber: body.accountNumber,
    accountName: body.accountName,
    payableKobo: body.totalPayable,
    // the gateway's clock is not ours: what counts is how much time it says is left
    expiresAt: new Date(Date.now() + body.accountDurationSeconds * 1000).toISOString(),
    ...(body.ussdPayment != null && { ussd: body.ussdPayment }),
  };
}
