import { notFound } from '../http/refusal.js';
import { accounts } from '../money/ledger.js';
import { postWalletEntry } from '../money/wallet.js';
import { accountNumber } from '../state/seed.js';
import { type Merchant, type Switches, type WebhookUrls } from '../types/merchant.js';
import { fundingReference } from '../wire/references.js';
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
  oneEventQueue: false,
  feeBearer: 'MERCHANT',
  underPayment: 'PARTIALLY_PAID',
  latePayment: 'REFUSED',
  settlesTo: 'BANK',
  settlesDaily: true,
  debitEvents: false,
  walletEvents: false,
  lowBalanceNaira: null,
  refusedTransfersRecorded: false,
  batchRowsPerMinute: null,
  batchTotalsIncludeFees: false,
  batchListMissing: false,
  batchRowStatusMissing: false,
  refundsInProgress: false,
};

export interface NewMerchant {
  readonly name: string;
  readonly walletKobo?: number;
  readonly webhookUrls?: WebhookUrls;
  readonly switches?: Partial<Switches>;
}

export const FIRST_MERCHANT: NewMerchant = { name: 'Calabash Stores' };

const USUAL_WALLET_KOBO = 10_000_000_00;

/** Runs inside a commit. Keys are derived from the seed and the merchant's number, so that a restart gives the same ones. */
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

/** Runs inside a commit: adds to the wallet; a negative amount is withdrawn. */
export function fundWallet(world: World, merchant: Merchant, amountKobo: number): void {
  const isWithdrawal = amountKobo < 0;
  postWalletEntry(world, merchant, {
    cause: isWithdrawal ? 'wallet-withdrawal' : 'wallet-funding',
    reference: fundingReference(world),
    narration: isWithdrawal ? 'Wallet withdrawal' : 'Wallet funding',
    lines: [
      { account: accounts.opening, amountKobo: -amountKobo },
      { account: accounts.wallet(merchant.id), amountKobo },
    ],
  });
}

/** Runs inside a commit: the new secret signs events and logs in; the old one does neither. */
export function rotateSecret(world: World, merchant: Merchant): Merchant {
  const secretKey = world.seed.capitals(`${merchant.id} secret key ${world.store.next('rotation')}`, 32);
  const rotated = { ...merchant, secretKey, previousSecretKey: merchant.secretKey };
  world.merchants.put(rotated);
  return rotated;
}

export function merchantById(world: World, id: string): Merchant {
  const merchant = world.merchants.get(id);
  if (!merchant) throw notFound(`Merchant ${id} not found`);
  return merchant;
}

export function firstMerchant(world: World): Merchant {
  const [first] = world.merchants.values();
  if (!first) throw new Error('The sandbox has no merchant');
  return first;
}
