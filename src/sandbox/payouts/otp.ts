import { type Refusal } from '../http/refusal.js';
import { sendMessage } from '../people/inbox.js';
import { type Merchant } from '../types/merchant.js';
import { type Otp } from '../types/transfer.js';
import { type World } from '../world.js';
import { refusePayout } from './payout-refusals.js';
import { OTP_LIFE_MS } from './transfers.js';

const MAX_WRONG_ATTEMPTS = 3;

/** Inside of a commit: a new code, in the mail to the merchant; any earlier one is void. */
export function mailCode(world: World, merchant: Merchant, reference: string): Otp {
  const otp = newCode(world);
  sendMessage(world, {
    to: `payouts@${merchant.id.toLowerCase()}.example`,
    subject: 'Authorize your transfer',
    text: `${otp.code} authorizes ${reference}. It is good for ${OTP_LIFE_MS / 60_000} minutes.`,
    reference,
    code: otp.code,
  });
  return otp;
}

/** Inside of a commit: a code that never reaches anybody. */
export function newCode({ store, seed, clock }: World): Otp {
  const code = seed.digits(`otp ${store.next('otp')}`, 6);
  return { code, expiresAt: clock.now() + OTP_LIFE_MS, wrongAttempts: 0 };
}

/** Whether the code is right; a wrong one is a try that must be kept, so the refusal is handed back with it. */
export function tryCode(otp: Otp, given: string): { readonly otp: Otp; readonly refusal: Refusal | null } {
  if (otp.wrongAttempts >= MAX_WRONG_ATTEMPTS) {
    return {
      otp,
      refusal: refusePayout('D01', 'The OTP is void after too many wrong tries, request another'),
    };
  }
  if (given === otp.code) return { otp, refusal: null };
  const wrong = { ...otp, wrongAttempts: otp.wrongAttempts + 1 };
  return { otp: wrong, refusal: refusePayout('D01', 'Invalid OTP supplied') };
}
