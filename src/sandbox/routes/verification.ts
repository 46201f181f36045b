import { fieldsOf, text } from '../http/fields.js';
import { badRequest, Refusal } from '../http/refusal.js';
import { type MerchantCall, type Route, route } from '../http/route.js';
import { nameAt, namesAgree, plainName } from '../people/names.js';
import { citizenByBvn, citizenByNin } from '../people/citizens.js';

export const VERIFICATION_ROUTES: readonly Route[] = [
  route('matchBvnDetails', 'POST /api/v1/vas/bvn-details-match', live(matchDetails)),
  route('matchBvnAccount', 'POST /api/v1/vas/bvn-account-match', live(matchAccount)),
  route('getNinDetails', 'POST /api/v1/vas/nin-details', live(ninDetails)),
];

/** The real gateway serves these in its live environment only; the sandbox serves them unless the switch is off. */
function live(handler: Route['handler']): Route['handler'] {
  return (call) => {
    if (!call.merchant.switches.verificationLive) {
      throw new Refusal(403, 'Verification is available in the live environment only');
    }
    return handler(call);
  };
}

function matchDetails({ body }: MerchantCall) {
  const fields = fieldsOf(body);
  const bvn = readNumber(text(fields, 'bvn'), 'BVN');
  const citizen = citizenByBvn(bvn);
  const agrees = citizen !== undefined && namesAgree(text(fields, 'name'), citizen.name);
  const exact = citizen?.name === plainName(text(fields, 'name'));
  return {
    bvn,
    name: {
      matchStatus: exact ? 'FULL_MATCH' : agrees ? 'PARTIAL_MATCH' : 'NO_MATCH',
      matchPercentage: exact ? 100 : agrees ? 67 : 0,
    },
    dateOfBirth: matched(citizen?.bornDashed === text(fields, 'dateOfBirth')),
    mobileNo: matched(citizen?.mobile === text(fields, 'mobileNo')),
  };
}

function matchAccount({ world, body }: MerchantCall) {
  const fields = fieldsOf(body);
  const bvn = readNumber(text(fields, 'bvn'), 'BVN');
  const accountNumber = text(fields, 'accountNumber');
  const accountName = nameAt(world, text(fields, 'bankCode'), accountNumber);
  if (accountName === undefined) throw badRequest('Account number could not be validated');
  const agrees = citizenByBvn(bvn)?.name === accountName;
  return {
    bvn,
    accountNumber,
    accountName,
    matchStatus: agrees ? 'FULL_MATCH' : 'NO_MATCH',
    matchPercentage: agrees ? 100 : 0,
  };
}

function ninDetails({ body }: MerchantCall) {
  const nin = readNumber(text(fieldsOf(body), 'nin'), 'NIN');
  const citizen = citizenByNin(nin);
  if (!citizen) throw badRequest('NIN could not be found');
  const [firstName, middleName, lastName] = citizen.name.split(' ');
  return {
    nin,
    lastName,
    firstName,
    middleName,
    dateOfBirth: citizen.bornIso,
    gender: citizen.gender,
    mobileNumber: citizen.mobile,
  };
}

const matched = (is: boolean): string => (is ? 'FULL_MATCH' : 'NO_MATCH');

function readNumber(given: string, what: 'BVN' | 'NIN'): string {
  if (!/^\d{11}$/.test(given)) throw badRequest(`${what} is invalid. Must be 11 digits`);
  return given;
}
