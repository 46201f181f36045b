import type { Reply } from './http.js';
import type { ScenarioContext } from './scenario.js';
import { naira } from './steps.js';

/** A beneficiary of the sandbox, with the name that the bank holds. */
export interface Beneficiary {
  readonly accountNumber: string;
  readonly accountName: string;
}

export const BASHIR: Beneficiary = { accountNumber: '0100090001', accountName: 'Bashir Sule' };

/** Asks for a transfer and narrates the name enquiry. */
export async function createTransfer(
  context: ScenarioContext,
  amount: string,
  { accountNumber, accountName }: Beneficiary = BASHIR,
): Promise<Reply> {
  const { reference, report } = context;
  report('Merchant', `pays ${naira(amount)} to ${accountName}, reference ${reference}`);
  const transfer = await context.oware('POST', '/v1/transfers', {
    reference,
    amount,
    destination: { bankCode: '058', accountNumber, accountName },
    narration: 'Salary',
  });
  const { nameAtBank } = transfer.destination as { readonly nameAtBank: string };
  report('Oware', `asks the bank for the name, ${nameAtBank}: it matches`);
  return transfer;
}

/** The merchant reads the OTP in its e-mail and submits it. */
export async function submitOtp(context: ScenarioContext): Promise<void> {
  const { reference, report } = context;
  report('Gateway', 'sends an OTP by e-mail and waits for it');
  const messages = (await context.gateway('GET', `/sandbox/inbox?reference=${reference}`)) as unknown as {
    readonly code: string;
  }[];
  const otp = messages[0]?.code ?? '';
  report('Merchant', 'submits the OTP; it passes through the memory of the vault, never through Temporal');
  await context.oware('POST', `/v1/transfers/${reference}/otp`, { otp });
}
