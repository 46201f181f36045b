import { amount, type Fields, fieldsOf, has, optionalObject, optionalText, text } from '../http/fields.js';
import { badRequest } from '../http/refusal.js';
import { Answer } from '../http/reply.js';
import { type Call, own, type OwnRoute } from '../http/route.js';
import {
  fundWallet,
  merchantById,
  type NewMerchant,
  openMerchant,
  rotateSecret,
  USUAL_SWITCHES,
} from '../people/merchants.js';
import { type Switches, type WebhookUrls } from '../types/merchant.js';

export const MERCHANT_CONTROL: readonly OwnRoute[] = [
  own('GET /sandbox/merchants', ({ world }) => [...world.merchants.values()]),
  own('POST /sandbox/merchants', open),
  own('PATCH /sandbox/merchants/{id}', change),
  own('POST /sandbox/merchants/{id}/wallet', fund),
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

function change({ world, params, body }: Call) {
  const merchant = merchantById(world, params['id'] ?? '');
  const fields = fieldsOf(body);
  const changed = {
    ...merchant,
    name: optionalText(fields, 'name') ?? merchant.name,
    webhookUrls: { ...merchant.webhookUrls, ...readUrls(optionalObject(fields, 'webhookUrls') ?? {}) },
    switches: { ...merchant.switches, ...readSwitches(optionalObject(fields, 'switches') ?? {}) },
  };
  world.merchants.put(changed);
  return changed;
}

function fund({ world, params, body }: Call) {
  const merchant = merchantById(world, params['id'] ?? '');
  fundWallet(world, merchant, amount(fieldsOf(body), 'amount'));
  return merchant;
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
  return typeof value === 'boolean';
}
