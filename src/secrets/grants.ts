import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import {
  type Grant,
  type GrantCheck,
  type GrantPurpose,
  readSignedGrant,
  type SignedGrant,
} from '../domain/approval/grant.js';
import { canonicalTerms } from '../domain/lifecycle/terms.js';

export interface GrantKey {
  readonly id: string;
  readonly key: string;
}

/** What the lifecycle is about to do: a grant for anything else does not count. */
export interface ExpectedGrant extends Omit<GrantPurpose, 'terms'> {
  readonly termsHash: string;
}

/** Signs grants in the api and checks them in the worker: both hold the same keys. */
export interface Grants {
  sign(grant: Grant): SignedGrant;
  /** `now` in milliseconds since the epoch. */
  check(signed: SignedGrant, expected: ExpectedGrant, now: number): GrantCheck;
}

const MIN_KEY_BYTES = 32;

/** The first key signs, all of them verify: a new key is added first, and an old one stays until its grants end. */
export function createGrants(ring: readonly GrantKey[]): Grants {
  const problem = problemIn(ring);
  const [first] = ring;
  if (problem !== undefined || first === undefined) throw new RangeError(problem);
  return {
    sign: (grant) => ({ grant, keyId: first.id, mac: macOf(grant, first).toString('hex') }),
    check: (signed, expected, now) => {
      const reason = refuseMac(signed, ring) ?? refuseUse(signed.grant, expected, now);
      return reason === undefined ? { valid: true } : { valid: false, reason };
    },
  };
}

function problemIn(ring: readonly GrantKey[]): string | undefined {
  if (ring.length === 0) return 'expected at least one key';
  const short = ring.find(({ key }) => Buffer.byteLength(key) < MIN_KEY_BYTES);
  if (short) return `the key '${short.id}' is shorter than ${MIN_KEY_BYTES} bytes`;
  const twice = ring.find(({ id }, index) => ring.findIndex((each) => each.id === id) < index);
  return twice && `two keys have the id '${twice.id}'`;
}

/** The same terms give the same hash, in whatever order their fields were written. */
export function termsHash(terms: object): string {
  return createHash('sha256').update(canonicalTerms(terms)).digest('hex');
}

/** For workers: without keys no grant is valid. */
export function createGrantCheck(grants: Grants | undefined, now: () => number = Date.now) {
  return (signed: unknown, { terms, ...expected }: GrantPurpose): GrantCheck => {
    if (!grants) return { valid: false, reason: 'this worker has no grant keys' };
    const read = readSignedGrant(signed);
    if (!read) return { valid: false, reason: 'it is not a signed grant' };
    return grants.check(read, { ...expected, termsHash: termsHash(terms) }, now());
  };
}

/** Every field in a fixed order; JSON keeps them apart, so that no text can move from one field into the next. */
function macOf(grant: Grant, { key }: GrantKey): Buffer {
  const { action, target, termsHash: hash, key: name, subject, at, notAfter, reason = null } = grant;
  const text = JSON.stringify(['oware grant 1', action, target, hash, name, subject, at, notAfter, reason]);
  return createHmac('sha256', key).update(text).digest();
}

function refuseMac({ grant, keyId, mac }: SignedGrant, ring: readonly GrantKey[]): string | undefined {
  const key = ring.find(({ id }) => id === keyId);
  if (!key) return 'its signing key is unknown';
  const [expected, given] = [macOf(grant, key), Buffer.from(mac, 'hex')];
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
  return isGenuine ? undefined : 'its signature is wrong';
}

function refuseUse(grant: Grant, expected: ExpectedGrant, now: number): string | undefined {
  if (grant.action !== expected.action) return `it is a grant to ${grant.action}, not to ${expected.action}`;
  if (grant.target !== expected.target) return 'it is a grant for another reference';
  if (grant.termsHash !== expected.termsHash) return 'it is a grant for other terms';
  // written so that a time that cannot be read counts as over
  return now <= Date.parse(grant.notAfter) ? undefined : `it expired at ${grant.notAfter}`;
}
