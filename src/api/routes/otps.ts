import type { Request, Router } from 'express';
import { type CommandOptions, InProgressError } from '../../client/client.js';
import type { SecretPlace } from '../../domain/secret-place.js';
import { readCommand } from '../command.js';
import { parse } from '../parse.js';
import { Problem } from '../problem.js';
import { type CardVault, otpRequest } from './cards.js';

type Params = Request['params'];

export interface OtpRoutes {
  /** Holds OTPs; the API itself only passes them on. */
  readonly vault: CardVault | undefined;
  /** The path of the payout that waits for an OTP. */
  readonly path: string;
  readonly submit: (params: Params, otp: SecretPlace, command: CommandOptions) => Promise<object>;
  readonly resend: (params: Params, command: CommandOptions) => Promise<object>;
}

/** Adds the routes of payouts that the gateway wants an OTP for. */
export function addOtpRoutes(router: Router, { vault, path, submit, resend }: OtpRoutes): void {
  router.post(`${path}/otp`, async (request, response) => {
    const command = readCommand(request);
    const { otp } = parse(otpRequest, request.body);
    if (!vault) throw new Problem('otp-disabled', 'This deployment takes no OTPs. Enter it at the gateway.');
    const place = vault.keepOtp(otp);
    response.json(await forgetAfter(vault, place, () => submit(request.params, place, command)));
  });

  router.post(`${path}/otp/resend`, async (request, response) => {
    response.json(await resend(request.params, readCommand(request)));
  });
}

/** Erases the OTP after it was used; one in progress expires by itself. */
async function forgetAfter<Answer>(
  vault: CardVault,
  { handle }: SecretPlace,
  submit: () => Promise<Answer>,
): Promise<Answer> {
  try {
    const answer = await submit();
    vault.forget(handle);
    return answer;
  } catch (error) {
    if (!(error instanceof InProgressError)) vault.forget(handle);
    throw error;
  }
}
