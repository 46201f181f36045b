import { amount, fieldsOf, optionalInteger, optionalText, text } from '../http/fields.js';
import { pageOf, windowOf } from '../http/paging.js';
import { badRequest, notFound, unprocessable } from '../http/refusal.js';
import { type MerchantCall, type Route, route } from '../http/route.js';
import { PAYCODE_FEE_KOBO } from '../money/fees.js';
import { cancelPaycode, createPaycode } from '../payouts/paycodes.js';
import { keyOf } from '../types/key.js';
import { type Paycode } from '../types/paycode.js';
import { asNumber } from '../wire/amounts.js';
import { localText, readLocal } from '../wire/times.js';

const BASE = '/api/v1/paycode';

/** The only group whose success has code M00 and no requestSuccessful. */
export const PAYCODE_ROUTES: readonly Route[] = [
  route('createPaycode', `POST ${BASE}`, create),
  route('listPaycodes', `GET ${BASE}`, listPaycodes),
  route('getPaycode', `GET ${BASE}/{paycodeReference}`, (call) => masked(call, paycodeOf(call))),
  route('revealPaycode', `GET ${BASE}/{paycodeReference}/authorize`, (call) => record(call, paycodeOf(call))),
  route('cancelPaycode', `DELETE ${BASE}/{paycodeReference}`, (call) =>
    masked(call, cancelPaycode(call.world, paycodeOf(call))),
  ),
].map((one): Route => ({ ...one, form: 'paycode' }));

const SMALLEST_KOBO = 1_00;
const FURTHEST_MS = 31 * 86_400_000;

function create(call: MerchantCall) {
  const { world, merchant, body } = call;
  const fields = fieldsOf(body);
  const clientId = text(fields, 'clientId');
  if (clientId !== merchant.apiKey) throw unprocessable(`Unknown client id ${clientId}`);
  const wanted = {
    paycodeReference: text(fields, 'paycodeReference'),
    beneficiaryName: text(fields, 'beneficiaryName'),
    amountKobo: amount(fields, 'amount'),
    expiresAt: readExpiry(text(fields, 'expiryDate'), world.clock.now()),
  };
  if (wanted.amountKobo < SMALLEST_KOBO) throw badRequest('must be greater than or equal to 1');
  if (world.paycodes.get(keyOf(merchant.id, wanted.paycodeReference))) {
    throw unprocessable('Transaction reference already exist.');
  }
  return record(call, createPaycode(world, merchant, wanted));
}

function readExpiry(given: string, now: number): number {
  const expiresAt = given.includes('T') ? undefined : readLocal(given);
  if (expiresAt === undefined || expiresAt <= now) throw unprocessable('Invalid paycode expiry date');
  if (expiresAt > now + FURTHEST_MS) throw unprocessable('Paycode expiry date is after the system limit');
  return expiresAt;
}

function listPaycodes(call: MerchantCall) {
  const { world, merchant, query } = call;
  const reference = optionalText(query, 'transactionReference');
  const name = optionalText(query, 'beneficiaryName')?.toLowerCase();
  const status = optionalText(query, 'transactionStatus');
  const from = optionalInteger(query, 'from') ?? 0;
  const to = optionalInteger(query, 'to') ?? Infinity;
  const found = [...world.paycodes.filter('merchant', merchant.id)].filter(
    (paycode) =>
      (reference === undefined || paycode.transactionReference === reference) &&
      (name === undefined || paycode.beneficiaryName.toLowerCase().includes(name)) &&
      (status === undefined || paycode.status === status) &&
      paycode.createdAt >= from &&
      paycode.createdAt <= to,
  );
  return pageOf(found.reverse(), windowOf(call), (paycode) => masked(call, paycode));
}

function paycodeOf({ world, merchant, params }: MerchantCall): Paycode {
  const paycode = world.paycodes.get(keyOf(merchant.id, params['paycodeReference'] ?? ''));
  if (!paycode) throw notFound('Could not find paycode with the supplied reference');
  return paycode;
}

function masked(call: MerchantCall, paycode: Paycode) {
  return { ...record(call, paycode), paycode: `********${paycode.code.slice(-2)}` };
}

function record({ merchant }: MerchantCall, paycode: Paycode) {
  return {
    paycode: paycode.code,
    transactionReference: paycode.transactionReference,
    paycodeReference: paycode.paycodeReference,
    beneficiaryName: paycode.beneficiaryName,
    amount: asNumber(paycode.amountKobo),
    fee: asNumber(PAYCODE_FEE_KOBO),
    transactionStatus: paycode.status,
    expiryDate: localText(paycode.expiresAt),
    createdOn: localText(paycode.createdAt),
    createdBy: merchant.apiKey,
    modifiedBy: merchant.apiKey,
    ...(paycode.cancelledAt !== null && { cancelDate: localText(paycode.cancelledAt) }),
  };
}
