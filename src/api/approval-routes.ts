import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { CommandOptions, LifecycleClient } from '../client/client.js';
import { ClosedError } from '../client/errors.js';
import {
  type Approval,
  type ApprovalPart,
  isRefusedDecision,
  withApproval,
  withDecline,
} from '../domain/approval/approval.js';
import type { SignedGrant } from '../domain/approval/grant.js';
import type { LifecycleSnapshot } from '../domain/lifecycle/lifecycle.js';
import { readCommand } from './command.js';
import type { About, Routes } from './described-routes.js';
import { type GrantRequest, type GrantSigner, requireSigner } from './grants.js';
import { viewOf } from '../client/view-of.js';
import type { RouteKind } from './read-routes.js';
import { decisionRequest } from '../requests/decision.js';
import { parse } from '../requests/parse.js';
import { Problem } from '../requests/problem.js';

export const ACTIONS = ['approve', 'decline'] as const;

export type Action = (typeof ACTIONS)[number];

type Decide<Snapshot> = (
  reference: string,
  decision: { readonly grant: SignedGrant },
  options?: CommandOptions,
) => Promise<Snapshot>;

export interface ApprovalRoutesOptions<Snapshot extends LifecycleSnapshot & ApprovalPart> {
  readonly kind: RouteKind<Snapshot>;
  readonly client: Pick<LifecycleClient<never, Snapshot>, 'get'> & Readonly<Record<Action, Decide<Snapshot>>>;
  readonly grants?: GrantSigner | undefined;
  readonly view: z.ZodObject;
}

/** For lifecycles whose payouts may need an approval: people with the scope `approve` decide. */
export function addApprovalRoutes<Snapshot extends LifecycleSnapshot & ApprovalPart>(
  routes: Routes,
  { kind, client, grants, view }: ApprovalRoutesOptions<Snapshot>,
): void {
  for (const action of ACTIONS) {
    routes.post(
      `/:reference/${action}`,
      aboutDecision(action, kind.noun, view),
      async (request, response) => {
        const { reference } = request.params;
        const { options, sign } = readDecision(request, response, { action, grants });
        const snapshot = await client.get(reference);
        // the person decides about the lifecycle as it is: the grant is for just these terms
        const terms = kind.approvedTerms?.(snapshot) ?? snapshot.terms;
        const grant = sign({ kind, reference, terms });
        const decided = await orClosed<Snapshot>(client[action](reference, { grant }, options), {
          action,
          grant,
          approvalIn: ({ approval }) => approval,
        });
        response.json(viewOf(kind, decided));
      },
    );
  }
}

/** What is written about a decision. */
export function aboutDecision(action: Action, noun: string, view: z.ZodType): About {
  return {
    summary: `${action === 'approve' ? 'Approve' : 'Decline'} the ${noun}`,
    detail:
      action === 'approve'
        ? 'Another person than the one who asked for it must approve.'
        : 'One decline counts for everyone.',
    scope: 'approve',
    body: decisionRequest,
    example: { reason: 'Compared with the order' },
    takesKey: true,
    replies: { 200: { about: `The ${noun}`, schema: view } },
    problems: [
      'approver-is-maker',
      'already-decided',
      'not-awaiting-approval',
      'grant-invalid',
      'command-conflict',
      'not-open',
    ],
  };
}

/** Reads a decision, and returns what signs it. */
export function readDecision(
  request: Request,
  response: Response,
  { action, grants }: { readonly action: Action; readonly grants: GrantSigner | undefined },
) {
  const given = parse(decisionRequest, request.body);
  const options = readCommand(request);
  const signer = requireSigner(grants);
  return {
    options,
    sign: (target: Pick<GrantRequest, 'kind' | 'reference' | 'terms'>) =>
      signer.sign(response, { action, ...target, ...given }),
  };
}

interface ClosedDecision<Snapshot> {
  readonly action: Action;
  readonly grant: SignedGrant;
  readonly approvalIn: (snapshot: Snapshot) => Approval | undefined;
}

/** A repeated decision gets the same answer, also when the run has closed since; any other one is refused. */
export async function orClosed<Snapshot extends LifecycleSnapshot>(
  sent: Promise<Snapshot>,
  { action, grant: { grant }, approvalIn }: ClosedDecision<Snapshot>,
): Promise<Snapshot> {
  return sent.catch((error: unknown) => {
    if (!(error instanceof ClosedError)) throw error;
    const snapshot = error.snapshot as Snapshot;
    const approval = approvalIn(snapshot);
    const result = approval && (action === 'approve' ? withApproval : withDecline)(approval, grant);
    if (result && isRefusedDecision(result)) throw new Problem(result.refused, result.reason);
    if (!approval || result !== approval) throw new Problem('not-awaiting-approval', error.message);
    return snapshot;
  });
}
