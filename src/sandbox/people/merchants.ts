import { notFound } from '../http/refusal.js';
import { accounts } from '../money/books.js';
import { accountNumber } from '../state/seed.js';
import { type Merchant, type Switches, type WebhookUrls } from '../types/merchant.js';
import { type World } from '../world.js';
import { holderOf } from './people.js';

export const USUAL_SWITCHES: Switches = {
  whitelistedAddresses: null,
  transfersEligible: true,
  subAccountsApproved: true,
  walletApproved: true,
  billsActive: true,
  verificationLive: true,
  refundsOn: true,
  otpOn: true,
  duplicateGuardOn: true,
  eventsSigned: true,
  feeBearer: 'MERCHANT',
  underPayment: 'PARTIALLY_PAID',
  latePayment: 'REFUSED',
  settlesTo: 'BANK',
  debitEvents: false,
  walletEvents: false,
  lowBalanceNaira: null,
};

export interface NewMerchant {
  readonly name: string;
  readonly walletKobo?: number;
  readonly webhookUrls?: WebhookUrls;
  readonly switches?: Partial<Switches>;
}

export const FIRST_MERCHANT: NewMerchant = { name: 'Calabash Stores' };

const USUAL_WALLET_KOBO = 10_000_000_00;

/** Inside of a commit. Keys are drawn from the seed by the merchant's number, so that a restart gives the same. */
export function openMerchant(world: World, wanted: NewMerchant): Merchant {
  const serial = world.store.next('merchant');
  const id = `M${serial}`;
  const settlementNumber = `01000${String(90_000 + serial).slice(-5)}`;
  const merchant: Merchant = {
    id,
    name: wanted.name,
    code: world.seed.capitals(`${id} code`, 12),
    apiKey: `MK_TEST_${world.seed.capitals(`${id} api key`, 10)}`,
    secretKey: world.seed.capitals(`${id} secret key`, 32),
    previousSecretKey: null,
    contractCode: `4${world.seed.digits(`${id} contract`, 9)}`,
    walletAccountNumber: accountNumber('8', serial),
    settlementAccount: {
      bankCode: '044',
      accountNumber: settlementNumber,
      accountName: holderOf(settlementNumber) ?? wanted.name.toUpperCase(),
    },
    webhookUrls: wanted.webhookUrls ?? {},
    switches: { ...USUAL_SWITCHES, ...wanted.switches },
    createdAt: world.clock.now(),
  };
  world.merchants.put(merchant);
  fundWallet(world, merchant, wanted.walletKobo ?? USUAL_WALLET_KOBO);
  return merchant;
}

/** Inside of a commit. */
export function fundWallet({ ledger, clock }: World, { id }: Merchant, amountKobo: number): void {
  ledger.move({
    at: clock.now(),
    cause: 'wallet-funding',
    reference: id,
    lines: [
      { account: accounts.opening, amountKobo: -amountKobo },
      { account: accounts.wallet(id), amountKobo },
    ],
  });
}

/** Inside of a commit: events are signed with a new secret from now on, and only it logs in. */
export function rotateSecret(world: World, merchant: Merchant): Merchant {
  const secretKey = world.seed.capitals(`${merchant.id} secret key ${world.store.next('rotation')}`, 32);
  const rotated = { ...merchant, secretKey, previousSecretKey: merchant.secretKey };
  world.merchants.put(rotated);
  return rotated;
}

export function merchantById(world: World, id: string): Merchant {
  const merchant = world.merchants.get(id);
  if (!merchant) throw notFound(`There is no merchant ${id}`);
  return merchant;
}

export function firstMerchant(world: World): Merchant {
  const [first] = world.merchants.values();
  if (!first) throw new Error('a sandbox always has its first merchant');
  return first;
}
