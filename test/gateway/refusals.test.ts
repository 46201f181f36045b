import { describe, expect, test } from 'vitest';
import { classify } from '../../src/gateway/reading/classify.js';
import type { Endpoint } from '../../src/gateway/spec/endpoint.js';
import { type EndpointName, ENDPOINTS } from '../../src/gateway/endpoints.js';

function refusedAs(name: EndpointName, message: string, [status, code]: [number, string] = [422, '99']) {
  const text = JSON.stringify({ requestSuccessful: false, responseMessage: message, responseCode: code });
  const endpoint = ENDPOINTS[name] as Endpoint;
  const outcome = classify(endpoint, { kind: 'reply', status, text });
  return outcome.kind === 'ok' ? 'ok' : outcome.as;
}

const endpoints = Object.values(ENDPOINTS) as Endpoint[];
const declaring = (kind: string) =>
  endpoints.filter(({ answers }) => answers && kind in answers).map(({ name }) => name as EndpointName);

/** From the specification and public material; the gateway gives each with code 99 somewhere. */
const NOT_FOUND = [
  'reserved account cannot be found',
  'Cannot find reserved account',
  "There's no transaction matching supplied reference.",
  'Could not find transaction with the specified transaction reference',
  'Could not find transaction with payment reference order-1 for merchant ABC',
  'Transaction not found for reference: bill-1',
  'Transaction does not exist',
  'No refund with this reference',
];

const EXISTS = [
  'two accounts cannot be reserved with the same reference',
  'You can not reserve two accounts with the same reference',
  'Duplicate payment reference',
  'Invoice with this reference already exists.',
  'Mandate with provided mandate reference already exist.',
  'Transaction reference already exist.',
  'Scheme Name Already Exists',
  'Reference already used',
];

/** Authorizations and transfers use their own codes; with code 99 a transfer is unknown. */
const BY_SENTENCE = declaring('not-found').filter((name) => ENDPOINTS[name].effect !== 'moves-money');

describe('not found is recognised in any of the gateway’s wordings', () => {
  test.each(BY_SENTENCE)('%s', (name) => {
    const missed = NOT_FOUND.filter((message) => refusedAs(name, message, [400, '99']) !== 'not-found');
    expect(missed).toEqual([]);
    expect(refusedAs(name, 'in words that are not known', [404, '99'])).toBe('not-found');
  });
});

describe('already exists is recognised in any of the gateway’s wordings', () => {
  const names = [...declaring('reference-used'), ...declaring('name-used')];
  const isTransfer = (name: EndpointName) => ENDPOINTS[name].path.startsWith('/api/v2/disbursements/');

  test.each(names)('%s', (name) => {
    const code = isTransfer(name) ? 'D01' : '99';
    const kinds = new Set(EXISTS.map((message) => refusedAs(name, message, [422, code])));
    expect([...kinds]).toEqual([declaring('name-used').includes(name) ? 'name-used' : 'reference-used']);
  });
});

describe('a code takes precedence over a message', () => {
  test.each<[EndpointName, string, string, string]>([
    ['initiateTransfer', 'D07', 'Duplicate request', 'duplicate-within-two-minutes'],
    ['initiateTransfer', 'D05', 'Something else', 'reference-used'],
    ['initiateTransfer', 'D01', 'Supplied reference already exists!', 'reference-used'],
    ['initiateTransfer', 'D01', 'Insufficient balance', 'insufficient-funds'],
    ['initiateTransfer', 'D01', 'Something went wrong', 'declined'],
    ['initiateTransfer', '99', 'Supplied reference already exists!', 'outcome-unknown'],
    [
      'validateTransferOtp',
      'D01',
      'Could not find disbursement transaction for given reference',
      'not-found',
    ],
    ['getTransfer', 'D02', 'anything', 'not-found'],
    ['initiateRefund', 'R12', 'Duplicate refund', 'more-than-paid'],
    ['initiateRefund', 'R9', 'anything', 'reference-used'],
  ])('%s with %s, "%s", is %s', (name, code, message, kind) => {
    expect(refusedAs(name, message, [400, code])).toBe(kind);
  });

  test('and a message over a status', () => {
    expect(refusedAs('updateKycInfo', 'Invalid bvn provided', [404, '99'])).toBe('invalid-identity');
  });
});

test.each<[EndpointName, string]>([
  ['updateIncomeSplit', 'Could not find sub account MFY_SUB_1'],
  ['updateIncomeSplit', 'Unknown sub account code MFY_SUB_1'],
  ['addLinkedAccounts', 'could not find specified bank'],
  ['createReservedAccount', 'Invalid contract code supplied.'],
  ['initTransaction', 'Could not find specified contract'],
])('%s does not read "%s" as more than a refusal', (name, message) => {
  expect(refusedAs(name, message)).toBe('rejected-request');
});
