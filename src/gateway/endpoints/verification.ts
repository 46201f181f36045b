import { z } from 'zod';
import { defineEndpoint } from '../spec/endpoint.js';
import * as give from '../formats/request-fields.js';
import * as take from '../reading/reply-fields.js';
import { toNamedMonth } from '../formats/times.js';

const PUBLIC = 'public interface description';

const matchStatus = take.maybeWord('FULL_MATCH', 'PARTIAL_MATCH', 'NO_MATCH');
const NO_SUCH_PERSON = { 'not-found': [{ status: 400 }, { status: 404 }] } as const;

export const matchBvnDetails = defineEndpoint({
  name: 'matchBvnDetails',
  group: 'Verification',
  summary: 'Compare a name, a date of birth and a phone number with those of a BVN; live only, billed',
  method: 'POST',
  path: '/api/v1/vas/bvn-details-match',
  effect: 'reads',
  outsideTemporal: true,
  request: z.strictObject({
    bvn: give.bvn,
    name: give.text(),
    dateOfBirth: give.day.transform(toNamedMonth),
    mobileNo: give.text(20),
  }),
  reply: take.record({
    bvn: take.maybeText,
    name: take.maybe(take.record({ matchStatus, matchPercentage: take.maybePercentage })),
    dateOfBirth: matchStatus,
    mobileNo: matchStatus,
  }),
  answers: NO_SUCH_PERSON,
  source: PUBLIC,
});

export const matchBvnAccount = defineEndpoint({
  name: 'matchBvnAccount',
  group: 'Verification',
  summary: 'Compare the owner of a bank account with that of a BVN; live only, billed',
  method: 'POST',
  path: '/api/v1/vas/bvn-account-match',
  effect: 'reads',
  outsideTemporal: true,
  request: z.strictObject({ bankCode: give.bankCode, accountNumber: give.accountNumber, bvn: give.bvn }),
  reply: take.record({
    bvn: take.maybeText,
    accountNumber: take.maybeText,
    accountName: take.maybeText,
    matchStatus,
    matchPercentage: take.maybePercentage,
  }),
  answers: NO_SUCH_PERSON,
  source: PUBLIC,
});

export const getNinDetails = defineEndpoint({
  name: 'getNinDetails',
  group: 'Verification',
  summary: 'Look up the person behind a NIN; live only, billed',
  method: 'POST',
  path: '/api/v1/vas/nin-details',
  effect: 'reads',
  outsideTemporal: true,
  request: z.strictObject({ nin: give.nin }),
  reply: take.record({
    nin: take.maybeText,
    lastName: take.maybeText,
    firstName: take.maybeText,
    middleName: take.maybeText,
    dateOfBirth: take.maybeText,
    gender: take.maybeText,
    mobileNumber: take.maybeText,
  }),
  answers: NO_SUCH_PERSON,
  source: PUBLIC,
});
