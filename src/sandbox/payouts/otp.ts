import { type Refusal } from '../http/refusal.js';
import { sendMessage } from '../people/messages.js';
import { type Merchant } from '../types/merchant.js';
import { type Otp } from '../types/transfer.js';
import { type World } from '../world.js';
import { refusePayout } from './payout-refusals.js';
import { OTP_LIFE_MS } from './transfers.js';

const MAX_WRONG_ATTEMPTS = 3;

/** Runs inside a commit: e-mails a new OTP to the merchant; it replaces any earlier one. */
export function sendOtp(world: World, merchant: Merchant, reference: string): Otp {
  const otp = createOtp(world);
  sendMessage(world, {
    to: `payouts@${merchant.id.toLowerCase()}.example`,
    subject: 'Authorize your transfer',
    text: `${otp.code} authorizes ${reference}. It expires in ${OTP_LIFE_MS / 60_000} minutes.`,
    reference,
    code: otp.code,
  });
  return otp;
}

/** Runs inside a commit: an OTP that is not sent. */
export function createOtp({ store, seed, clock }: World): Otp {
  const code = seed.digits(`otp ${store.next('otp')}`, 6);
  return { code, expiresAt: clock.now() + OTP_LIFE_MS, wrongAttempts: 0 };
}

/** Checks a code. A wrong one counts as an attempt, so the refusal is returned with the updated OTP, not thrown. */
export function checkOtp(otp: Otp, given: string): { readonly otp: Otp; readonly refusal: Refusal | null } {
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
