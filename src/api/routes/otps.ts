import type { Request } from 'express';
import type { z } from 'zod';
import { type CommandOptions, InProgressError } from '../../client/client.js';
import type { SecretPlace } from '../../domain/secret-place.js';
import { readCommand } from '../command.js';
import { otpRequest } from '../../requests/card.js';
import { parse } from '../../requests/parse.js';
import { Problem } from '../../requests/problem.js';
import type { About, Routes } from '../described-routes.js';
import { OTP } from '../example-values.js';
import type { ApiVault } from '../vault.js';

type Params = Request['params'];

export interface OtpRoutes {
  /** Holds OTPs; the API itself only passes them on. */
  readonly vault: ApiVault | undefined;
  /** The path of the payout that waits for an OTP. */
  readonly path: `/:reference${string}`;
  readonly params?: About['params'];
  readonly view: z.ZodType;
  readonly submit: (params: Params, otp: SecretPlace, command: CommandOptions) => Promise<object>;
  readonly resend: (params: Params, command: CommandOptions) => Promise<object>;
}

/** Adds the routes of payouts that the gateway wants an OTP for. */
export function addOtpRoutes(
  routes: Routes,
  { vault, path, params = {}, view, submit, resend }: OtpRoutes,
): void {
  const common = {
    scope: 'pay',
    params,
    takesKey: true,
    replies: { 200: { about: 'The payout', schema: view } },
  } as const;
  const problems = ['otp-not-expected', 'otp-expired', 'otp-in-progress', 'paused', 'not-open'] as const;

  routes.post(
    `${path}/otp`,
    {
      ...common,
      summary: 'Submit the OTP',
      detail: 'The OTP goes to the vault, and never to Temporal or a log.',
      body: otpRequest,
      example: OTP,
      problems: [...problems, 'otp-disabled', 'otp-incorrect', 'command-conflict', 'refused', 'not-sent'],
    },
    async (request, response) => {
      const command = readCommand(request);
      const { otp } = parse(otpRequest, request.body);
      if (!vault)
        throw new Problem('otp-disabled', 'This deployment takes no OTPs. Enter it at the gateway.');
      const place = vault.keepOtp(otp);
      response.json(await forgetAfter(vault, place, () => submit(request.params, place, command)));
    },
  );

  routes.post(
    `${path}/otp/resend`,
    {
      ...common,
      summary: 'Have another OTP sent',
      detail: 'At most once a minute.',
      problems: [...problems, 'too-soon', 'command-conflict', 'refused', 'not-sent'],
    },
    async (request, response) => {
      response.json(await resend(request.params, readCommand(request)));
    },
  );
}

/** Erases the OTP after it was used; one in progress expires by itself. */
async function forgetAfter<Answer>(
  vault: ApiVault,
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
