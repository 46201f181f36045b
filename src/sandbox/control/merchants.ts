import {
  amount,
  type Fields,
  fieldsOf,
  has,
  optionalAmount,
  optionalObject,
  optionalText,
  text,
} from '../http/fields.js';
import { badRequest } from '../http/refusal.js';
import { Answer } from '../http/reply.js';
import { type Call, own, type OwnRoute } from '../http/route.js';
import { walletBalance } from '../money/wallet.js';
import {
  fundWallet,
  merchantById,
  type NewMerchant,
  openMerchant,
  rotateSecret,
  USUAL_SWITCHES,
} from '../people/merchants.js';
import { type Merchant, type Switches, type WebhookUrls } from '../types/merchant.js';
import { asNumber } from '../wire/amounts.js';
import { type World } from '../world.js';

export const MERCHANT_CONTROL: readonly OwnRoute[] = [
  own('GET /sandbox/merchants', ({ world }) => [...world.merchants.values()]),
  own('POST /sandbox/merchants', open),
  own('PATCH /sandbox/merchants/{id}', ({ world, params, body }) =>
    changeMerchant(world, params['id'] ?? '', fieldsOf(body)),
  ),
  own('POST /sandbox/merchants/{id}/wallet', ({ world, params, body }) =>
    setWallet(world, params['id'] ?? '', fieldsOf(body)),
  ),
  own('POST /sandbox/merchants/{id}/rotate-secret', ({ world, params }) =>
    rotateSecret(world, merchantById(world, params['id'] ?? '')),
  ),
];

function open({ world, body }: Call) {
  const fields = fieldsOf(body);
  const wanted: NewMerchant = {
    name: text(fields, 'name'),
    ...(has(fields, 'wallet') && { walletKobo: amount(fields, 'wallet') }),
    webhookUrls: readUrls(optionalObject(fields, 'webhookUrls') ?? {}),
    switches: readSwitches(optionalObject(fields, 'switches') ?? {}),
  };
  return new Answer(201, openMerchant(world, wanted));
}

/** Runs inside a commit. */
export function changeMerchant(world: World, id: string, fields: Fields): Merchant {
  const merchant = merchantById(world, id);
  const changed = {
    ...merchant,
    name: optionalText(fields, 'name') ?? merchant.name,
    webhookUrls: { ...merchant.webhookUrls, ...readUrls(optionalObject(fields, 'webhookUrls') ?? {}) },
    switches: { ...merchant.switches, ...readSwitches(optionalObject(fields, 'switches') ?? {}) },
  };
  world.merchants.put(changed);
  return changed;
}

/** Runs inside a commit. { amount } is added to the wallet; { balance } is what it holds afterwards. */
export function setWallet(world: World, id: string, fields: Fields) {
  const merchant = merchantById(world, id);
  const balanceKobo = optionalAmount(fields, 'balance');
  if (balanceKobo !== undefined && has(fields, 'amount'))
    throw badRequest('Send amount or balance, not both');
  const amountKobo =
    balanceKobo === undefined ? amount(fields, 'amount') : balanceKobo - walletBalance(world, merchant.id);
  fundWallet(world, merchant, amountKobo);
  return { ...merchant, walletBalance: asNumber(walletBalance(world, merchant.id)) };
}

const URL_KINDS = ['all', 'collection', 'disbursement', 'refund', 'settlement'] as const;

function readUrls(fields: Fields): WebhookUrls {
  const urls: Record<string, string> = {};
  for (const kind of Object.keys(fields)) {
    if (!URL_KINDS.some((known) => known === kind))
      throw badRequest(`webhookUrls.${kind}: unknown group; expected one of ${URL_KINDS.join(', ')}`);
    const url = text(fields, kind);
    if (!URL.canParse(url)) throw badRequest(`webhookUrls.${kind}: expected a URL`);
    urls[kind] = url;
  }
  return urls;
}

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  feeBearer: ['MERCHANT', 'CUSTOMER'],
  underPayment: ['PARTIALLY_PAID', 'REJECTED_PAYMENT'],
  latePayment: ['REFUSED', 'ACCEPTED'],
  settlesTo: ['BANK', 'WALLET'],
};

/** Refuses unknown switches and invalid values: a test that relies on them would prove nothing. */
function readSwitches(fields: Fields): Partial<Switches> {
  for (const [name, value] of Object.entries(fields)) {
    if (!Object.hasOwn(USUAL_SWITCHES, name)) throw badRequest(`switches.${name}: unknown switch`);
    if (!canBe(name, value)) throw badRequest(`switches.${name}: invalid value ${JSON.stringify(value)}`);
  }
  return fields;
}

function canBe(name: string, value: unknown): boolean {
  const choices = CHOICES[name];
  if (choices) return typeof value === 'string' && choices.includes(value);
  if (name === 'whitelistedAddresses') {
    return value === null || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
  }
  if (name === 'lowBalanceNaira') return value === null || (typeof value === 'number' && value >= 0);
  if (name === 'batchRowsPerMinute') return value === null || (Number.isInteger(value) && Number(value) > 0);
  return typeof value === 'boolean';
}
