import type { Router } from 'express';
import { z } from 'zod';
import type { CommandOptions, LifecycleClient } from '../client/client.js';
import { ClosedError } from '../client/errors.js';
import {
  type ApprovalPart,
  isRefusedDecision,
  withApproval,
  withDecline,
} from '../domain/approval/approval.js';
import type { SignedGrant } from '../domain/approval/grant.js';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import { requireScope } from './bearer.js';
import { readCommand } from './command.js';
import { type GrantSigner, requireSigner } from './grants.js';
import { type RouteKind, viewOf } from './lifecycle-routes.js';
import { parse } from './parse.js';
import { Problem } from './problem.js';
import { reason } from './request-fields.js';

const ACTIONS = ['approve', 'decline'] as const;

type Action = (typeof ACTIONS)[number];

type Decide<Snapshot> = (
  reference: string,
  decision: { readonly grant: SignedGrant },
  options?: CommandOptions,
) => Promise<Snapshot>;

export interface ApprovalRoutesOptions<Snapshot extends LifecycleSnapshot & ApprovalPart> {
  readonly kind: RouteKind<Snapshot>;
  readonly client: Pick<LifecycleClient<never, Snapshot>, 'get'> & Readonly<Record<Action, Decide<Snapshot>>>;
  readonly grants?: GrantSigner | undefined;
}

const decisionRequest = z.strictObject({ reason: reason.optional() });

/** For lifecycles whose payouts may need an approval: people with the scope `approve` decide. */
export function addApprovalRoutes<Snapshot extends LifecycleSnapshot & ApprovalPart>(
  router: Router,
  { kind, client, grants }: ApprovalRoutesOptions<Snapshot>,
): void {
  for (const action of ACTIONS) {
    router.post(`/:reference/${action}`, async (request, response) => {
      requireScope(response, 'approve');
      const { reference } = request.params;
      const given = parse(decisionRequest, request.body);
      const options = readCommand(request);
      const signer = requireSigner(grants);
      const snapshot = await client.get(reference);
      // the person decides about the lifecycle as it is: the grant is for just these terms
      const terms = kind.approvedTerms?.(snapshot) ?? snapshot.terms;
      const grant = signer.sign(response, { action, kind, reference, terms, ...given });
      const decided = await client[action](reference, { grant }, options).catch((error: unknown) => {
        if (!(error instanceof ClosedError)) throw error;
        refuseClosed(error, action, grant);
        return error.snapshot as Snapshot;
      });
      response.json(viewOf(kind, decided));
    });
  }
}

/** A repeated decision gets the same answer, also when the run has closed since; any other one is refused. */
function refuseClosed({ snapshot, message }: ClosedError, action: Action, { grant }: SignedGrant): void {
  const { approval } = snapshot as LifecycleSnapshot & ApprovalPart;
  const result = approval && (action === 'approve' ? withApproval : withDecline)(approval, grant);
  if (result && isRefusedDecision(result)) throw new Problem(result.refused, result.reason);
  if (!approval || result !== approval) throw new Problem('not-awaiting-approval', message);
}
