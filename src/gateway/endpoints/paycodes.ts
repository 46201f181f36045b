import { z } from 'zod';
import { type Kobo, kobo } from '../../domain/money.js';
import { defineEndpoint } from '../spec/endpoint.js';
import { ALREADY_EXISTS, INSUFFICIENT_FUNDS, NOT_FOUND } from '../reading/refusals.js';
import * as give from '../formats/request-fields.js';
import * as take from '../reading/reply-fields.js';
import { toSpacedTime } from '../formats/times.js';

const PUBLIC = 'public interface description';
const MINIMUM = kobo(1_00);

const paycode = take.record({
  paycode: take.maybeText,
  transactionReference: take.maybeText,
  paycodeReference: take.text,
  beneficiaryName: take.maybeText,
  amount: take.naira,
  fee: take.maybeNaira,
  transactionStatus: take.word('PENDING', 'SUCCESS', 'COMPLETED', 'EXPIRED', 'CANCELLED'),
  expiryDate: take.maybeTime,
  createdOn: take.maybeTime,
  createdBy: take.maybeText,
  modifiedBy: take.maybeText,
  cancelDate: take.maybeTime,
});

/** Stars and the last two digits, as the gateway masks it. */
function maskCode(code: string | null | undefined): string | undefined {
  return code ? `********${code.length > 4 ? code.slice(-2) : ''}` : undefined;
}

/** A clear code is cash: it never enters Temporal, whichever call returned it. */
const keeps = z
  .object({
    paycode: z.string().nullish(),
    transactionReference: z.string().nullish(),
    paycodeReference: z.string(),
    beneficiaryName: z.string().nullish(),
    amount: z.custom<Kobo>(),
    fee: z.custom<Kobo>().nullish(),
    transactionStatus: z.string(),
    expiryDate: z.string().nullish(),
    createdOn: z.string().nullish(),
    cancelDate: z.string().nullish(),
  })
  .transform(({ paycode: code, ...kept }) => ({ ...kept, maskedCode: maskCode(code) }));

const ANSWERS = { 'not-found': NOT_FOUND } as const;

export const createPaycode = defineEndpoint({
  name: 'createPaycode',
  group: 'Paycode',
  summary: 'Create a code for a cash withdrawal',
  method: 'POST',
  path: '/api/v1/paycode',
  effect: 'moves-money',
  request: z.strictObject({
    beneficiaryName: give.text(),
    amount: give.amount(MINIMUM),
    paycodeReference: give.newReference,
    expiryDate: give.instant.transform(toSpacedTime),
    clientId: give.text().optional(),
  }),
  supplies: { clientId: 'apiKey' },
  reply: paycode,
  keeps,
  reference: 'paycodeReference',
  answers: { 'reference-used': ALREADY_EXISTS, 'insufficient-funds': INSUFFICIENT_FUNDS },
  absence: { read: 'getPaycode', by: 'paycodeReference' },
  source: PUBLIC,
});

export const listPaycodes = defineEndpoint({
  name: 'listPaycodes',
  group: 'Paycode',
  summary: 'List paycodes',
  method: 'GET',
  path: '/api/v1/paycode',
  effect: 'reads',
  request: z.strictObject({
    transactionReference: give.anyReference.optional(),
    beneficiaryName: give.text().optional(),
    transactionStatus: give.text().optional(),
    from: give.unixMs.optional(),
    to: give.unixMs.optional(),
  }),
  reply: z.union([take.page(paycode), take.list(paycode).transform((content) => ({ content }))]),
  keeps: z.object({ content: z.array(keeps) }),
  source: PUBLIC,
});

export const getPaycode = defineEndpoint({
  name: 'getPaycode',
  group: 'Paycode',
  summary: 'A paycode with masked digits',
  method: 'GET',
  path: '/api/v1/paycode/{paycodeReference}',
  effect: 'reads',
  request: z.strictObject({ paycodeReference: give.anyReference }),
  reply: paycode,
  keeps,
  answers: ANSWERS,
  source: PUBLIC,
});

export const revealPaycode = defineEndpoint({
  name: 'revealPaycode',
  group: 'Paycode',
  summary: 'A paycode in clear text',
  method: 'GET',
  path: '/api/v1/paycode/{paycodeReference}/authorize',
  effect: 'reads',
  outsideTemporal: true,
  request: z.strictObject({ paycodeReference: give.anyReference }),
  reply: paycode,
  answers: ANSWERS,
  source: PUBLIC,
});

export const cancelPaycode = defineEndpoint({
  name: 'cancelPaycode',
  group: 'Paycode',
  summary: 'Cancel an unused paycode',
  method: 'DELETE',
  path: '/api/v1/paycode/{paycodeReference}',
  effect: 'changes',
  request: z.strictObject({ paycodeReference: give.anyReference }),
  reply: paycode,
  keeps,
  answers: ANSWERS,
  absence: { status: 'getPaycode', reason: 'its transactionStatus shows whether it was cancelled' },
  source: PUBLIC,
});
