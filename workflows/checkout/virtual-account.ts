import { isBankCode } from '../../src/domain/bank-account.js';
import { showNaira } from '../../src/domain/money.js';
import { type CheckoutTerms, offers, type VirtualAccount } from '../../src/domain/checkout/checkout.js';
import type { Settings } from '../../src/config/settings.js';
import { changesWithin } from '../shared/gateway/effects.js';
import { refused, repeatUntilAnswered } from '../shared/gateway/repeat.js';
import { refusal } from '../shared/run/commands.js';
import { isRecord } from '../shared/run/shapes.js';
import { refuseUnresolved } from './card-refusals.js';
import { refuseAfterLostCharge, refuseBlocked, transactionForChannel } from './channel.js';
import type { VirtualAccountRequest } from './messages.js';
import type { CheckoutLifecycle } from './lifecycle.js';

/** Runs before the request is accepted; a refused one leaves no trace in history. */
export function refuseVirtualAccount(lifecycle: CheckoutLifecycle, request: VirtualAccountRequest): void {
  const bankCode: unknown = isRecord(request) ? request.bankCode : null;
  if (bankCode !== undefined && !isBankCode(bankCode)) {
    throw refusal('invalid', 'bankCode: expected 3 to 6 digits');
  }
  const checkout = lifecycle.subject();
  if (!checkout.isOpen()) {
    throw refusal('not-open', `the checkout is ${checkout.snapshot().state}`);
  }
  if (!offers(checkout.snapshot().terms, 'transfer')) {
    throw refusal('channel-disabled', 'bank transfers are not allowed on this checkout');
  }
  refuseUnresolved(lifecycle);
  refuseAfterLostCharge(lifecycle);
}

/**
 * Asking twice is harmless, because the gateway returns the same account and the time left; so a lost reply
 * is simply requested again while the window is open.
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
  if (outcome.kind !== 'answered' && checkout.isOpen()) throw refused(outcome);
  // cancelled during the call, or money may have moved meanwhile: the payer must not use this account
  refuseBlocked(lifecycle);
  if (outcome.kind !== 'answered') throw refused(outcome);
  const { answer: account } = outcome;
  const mismatch = findMismatch(checkout.snapshot().terms, settings, account);
  if (mismatch !== undefined) {
    const atRiskKobo = checkout.snapshot().terms.amountKobo;
    checkout.raise({ kind: 'identity-mismatch', subject: 'virtual-account', reason: mismatch, atRiskKobo });
    throw refusal('refused', `no account is available: ${mismatch}`);
  }
  checkout.setVirtualAccount(account);
  return account;
}

/** The payer transfers the amount that the account asks for: an account with another amount is not shown. */
function findMismatch(
  { amountKobo }: CheckoutTerms,
  { feeCeilingKobo }: Settings,
  { payableKobo }: VirtualAccount,
): string | undefined {
  const isCovered = payableKobo >= amountKobo && payableKobo <= amountKobo + feeCeilingKobo;
  return isCovered
    ? undefined
    : `the account asks for ${showNaira(payableKobo)}, but ${showNaira(amountKobo)} is due`;
}

async function attemptAccount(
  transactionReference: string,
  notAfter: number,
  request: VirtualAccountRequest,
): Promise<VirtualAccount | 'again'> {
  const answer = await changesWithin(notAfter - Date.now()).initBankTransfer.executeWithOptions(
    { summary: 'Get a virtual account' },
    [{ transactionReference, ...(request.bankCode !== undefined && { bankCode: request.bankCode }) }],
  );
  const body = answer.body;
  // an account of another checkout must never be shown to this payer
  if (body.transactionReference !== transactionReference) return 'again';
  return {
    bankCode: body.bankCode,
    bankName: body.bankName,
    accountNumber: body.accountNumber,
    accountName: body.accountName,
    payableKobo: body.totalPayable,
    // the gateway's clock may differ from ours: only the time left counts
    expiresAt: new Date(Date.now() + body.accountDurationSeconds * 1000).toISOString(),
    ...(body.ussdPayment != null && { ussd: body.ussdPayment }),
  };
}
