import { createProfile, type Profile, PROFILES } from '../../src/gateway/spec/profile.js';
import { createSandbox } from '../../src/sandbox/sandbox.js';

export interface Credentials {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly contractCode: string;
  readonly walletAccountNumber: string;
}

export interface BankAccount {
  readonly bankCode: string;
  readonly accountNumber: string;
}

/** The gateway under test. */
export interface Target {
  readonly url: string;
  readonly credentials: Credentials;
  readonly profile: Profile;
  /** An account that name enquiry finds and that may receive money. */
  readonly payee: BankAccount | undefined;
  /** Whether it is Oware's sandbox, which can simulate customers and move its clock. */
  readonly isSandbox: boolean;
  close(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A new sandbox, unless OWARE_TEST_CONTRACT_URL is set. Then OWARE_TEST_CONTRACT_API_KEY, _SECRET_KEY, _CODE and _WALLET are
 * required; _PAYEE (bank code:account number) and _PROFILE are optional.
 */
export async function openTarget(environment: Environment): Promise<Target> {
  const url = environment['OWARE_TEST_CONTRACT_URL'];
  return url === undefined || url === '' ? startSandbox() : connectTo(url.replace(/\/+$/, ''), environment);
}

const SANDBOX_PAYEE: BankAccount = { bankCode: '058', accountNumber: '0100000007' };

async function startSandbox(): Promise<Target> {
  const sandbox = createSandbox();
  const { url } = await sandbox.listen();
  return {
    url,
    credentials: sandbox.merchants.first(),
    profile: PROFILES.specification,
    payee: SANDBOX_PAYEE,
    isSandbox: true,
    close: () => sandbox.close(),
  };
}

async function connectTo(url: string, environment: Environment): Promise<Target> {
  const apiKey = need(environment, 'API_KEY');
  if (!apiKey.startsWith('MK_TEST_')) {
    throw new Error(
      'OWARE_TEST_CONTRACT_API_KEY: expected a test key that starts with MK_TEST_, because this suite sends money.',
    );
  }
  const isSandbox = await isOwareSandbox(url);
  return {
    url,
    credentials: {
      apiKey,
      secretKey: need(environment, 'SECRET_KEY'),
      contractCode: need(environment, 'CODE'),
      walletAccountNumber: need(environment, 'WALLET'),
    },
    profile: createProfile(
      environment['OWARE_TEST_CONTRACT_PROFILE'] === 'observed' ? 'observed' : 'specification',
    ),
    payee: readPayee(environment['OWARE_TEST_CONTRACT_PAYEE']) ?? (isSandbox ? SANDBOX_PAYEE : undefined),
    isSandbox,
    close: () => Promise.resolve(),
  };
}

function need(environment: Environment, name: string): string {
  const value = environment[`OWARE_TEST_CONTRACT_${name}`];
  if (!value) throw new Error(`OWARE_TEST_CONTRACT_${name}: missing; required with OWARE_TEST_CONTRACT_URL.`);
  return value;
}

function readPayee(text: string | undefined): BankAccount | undefined {
  const [bankCode, accountNumber] = (text ?? '').split(':');
  return bankCode && accountNumber ? { bankCode, accountNumber } : undefined;
}

async function isOwareSandbox(url: string): Promise<boolean> {
  const reply = await fetch(`${url}/sandbox/clock`).catch(() => undefined);
  if (!reply?.ok || !reply.headers.get('content-type')?.includes('json')) return false;
  return 'skippedMs' in ((await reply.json()) as object);
}
