import type { Response } from 'express';
import { idOf } from '../client/ids.js';
import { decisionTerms, type GrantAction, type SignedGrant } from '../domain/approval/grant.js';
import { type Grants, termsHash } from '../secrets/grants.js';
import { callerOf, requireScope } from './bearer.js';
import { Problem } from '../requests/problem.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * How long a grant is of use. A decision is sent at once. A create names its reference and its terms, so a repeat is the
 * same request: it may wait for as long as workers are away.
 */
const VALID_MS: Readonly<Record<GrantAction, number>> = {
  create: 30 * DAY_MS,
  approve: 10 * MINUTE_MS,
  decline: 10 * MINUTE_MS,
  decide: 10 * MINUTE_MS,
};

type Decision = Parameters<typeof decisionTerms>[1];

export interface GrantRequest {
  readonly action: GrantAction;
  readonly kind: Parameters<typeof idOf>[0];
  readonly reference: string;
  readonly terms: object;
  readonly reason?: string | undefined;
}

/** Signs what the caller of a request may do to one lifecycle. */
export interface GrantSigner {
  sign(response: Response, request: GrantRequest): SignedGrant;
}

export function createGrantSigner(grants: Grants, now: () => number = Date.now): GrantSigner {
  return {
    sign: (response, { action, kind, reference, terms, reason }) => {
      const { key, subject } = callerOf(response);
      const at = now();
      return grants.sign({
        action,
        target: idOf(kind, reference),
        termsHash: termsHash(terms),
        key,
        subject,
        at: new Date(at).toISOString(),
        notAfter: new Date(at + VALID_MS[action]).toISOString(),
        ...(reason !== undefined && { reason }),
      });
    },
  };
}

/** A decision on a payout can let money out: it needs the scope, and says who decided. */
export function signDecision(
  response: Response,
  grants: GrantSigner | undefined,
  { decision, terms, ...target }: Pick<GrantRequest, 'kind' | 'reference' | 'terms'> & { decision: Decision },
): SignedGrant {
  requireScope(response, 'approve');
  return requireSigner(grants).sign(response, {
    ...target,
    action: 'decide',
    terms: decisionTerms(terms, decision),
  });
}

export function requireSigner(grants: GrantSigner | undefined): GrantSigner {
  if (grants) return grants;
  const detail = 'This deployment has no grant keys. Set OWARE_GRANT_KEYS_FILE for worker and api.';
  throw new Problem('forbidden', detail);
}
