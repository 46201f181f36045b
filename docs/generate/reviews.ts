import { readFileSync } from 'node:fs';
import { isFitting, REVIEW_KINDS, RESOLUTIONS, type ReviewKind } from '../../src/domain/lifecycle/review.js';
import * as lifecycles from '../../workflows/lifecycles.js';
import { withTable } from './with-table.js';

/** Why each kind is raised. A kind that is missing here does not compile. */
const CAUSES: Readonly<Record<ReviewKind, string>> = {
  unresolved:
    'The outcome of a gateway call or of the payment has been unknown for a day, or for an hour whether the gateway has the request at all; the gateway has a record that agrees and is older than the call; or a lost run leaves open what it did',
  'unreadable-record': "The gateway's record cannot be read",
  'identity-mismatch': "The gateway's record has another amount, currency, customer or destination",
  'unproven-event': "An event reported something that the gateway's record does not show",
  'unmatched-event': 'A signed event without a lifecycle, or about a transaction of another lifecycle',
  'conflicting-records': 'The gateway contradicts its earlier record',
  'possible-duplicate':
    'A payout looks like another one. It is held: nothing was sent, or the gateway refused it as a twin',
  'name-mismatch':
    'The bank holds another name for the account of a payout. It is held by `OWARE_POLICY_NAME_MISMATCH`: nothing was sent',
  'not-authorised':
    'The gateway refuses to send a payout, a debit or a charge at all: this merchant or this address may not. It is tried again, and the item ends once a request may have left',
  recovered:
    'The run of a payout was lost, and with it any cancel or decision. It is read and followed, and sent only when released',
  underpaid: 'Held by the policy below',
  overpaid: 'Held by the policy below',
  'paid-late': 'Held by the policy below',
  'duplicate-payment':
    'Held by the policy below. Of a mandate: two attempts of one due date were paid; no policy applies',
  'cancel-refused': 'The gateway refused a cancel',
  'cancel-requested':
    'A client of Temporal requested cancellation, as the Web UI does; nothing was cancelled. It ends with the run',
  'payout-reversed': 'Money of a payout came back after it had arrived',
  unsettled: 'The gateway has not settled payments in time',
  'settlement-difference': 'The payments of a settlement do not sum to its total',
  'wallet-drift': "The wallet's balance is not explained by what went in and out",
  'incomplete-comparison':
    'A comparison with the gateway left something out: it could not be read, so it may differ. Oware tries again',
  'unresolved-differences':
    "Records of a day still differ from the gateway's; the sweep of the day lists them",
  'webhook-undelivered': 'A webhook could not be delivered for days',
  'webhook-disabled':
    'Every webhook has failed for days, and the endpoint is switched off: of the endpoint, not of a lifecycle',
  'state-size': "The workflow's state approaches Temporal's size limit",
  'internal-error': 'An error in Oware interrupted the lifecycle, which continues from the state that it had',
  'rules-changed':
    'A newer version of the rules would show another state of the same evidence. Nothing is sent until there is new evidence, which the newer version judges',
};

/** What each decision does. */
const DECISIONS: Readonly<Record<(typeof RESOLUTIONS)[number], string>> = {
  accept:
    'Keep the money. An accepted late payment or underpayment becomes fulfillable and sends the `paid` webhook',
  dismiss:
    'Nothing to do; Oware does not add this item again, except `cancel-requested` after another request. Of `cancel-refused` on a mandate: withdraws the cancel, so that planned debits continue',
  happened: 'The call or payment took place; `gatewayReference` names the transaction at the gateway',
  'did-not-happen':
    'It did not. Oware treats it as a failure: `safeToPayAgain`, `safeToDebitAgain` or `safeToChargeAgain` can become true. A subscription or mandate makes no planned attempt after it: only the merchant asks again',
  release: '**Sends the payout that was held**, after the approvals that it needs',
  refuse: 'Ends the payout that was held; no money moves',
};

/** Items that end with their cause. */
const WITHOUT_DECISION: Partial<Record<ReviewKind, string>> = {
  'not-authorised': 'none: it ends with the payout, debit or charge, or once a request may have left',
  'webhook-disabled': 'none: `POST /v1/webhook-endpoint/enable`',
};

/** docs/review.md, apart from its tables written by people. */
export function reviewPage(): string {
  const kinds = REVIEW_KINDS.map((kind) => `| \`${kind}\` | ${CAUSES[kind]} | ${decisionsOn(kind)} |`);
  const decisions = RESOLUTIONS.map((decision) => `| \`${decision}\` | ${DECISIONS[decision]} |`);
  const tables = {
    kinds: `| kind | cause | decisions |\n| --- | --- | --- |\n${kinds.join('\n')}`,
    decisions: `| decision | meaning |\n| --- | --- |\n${decisions.join('\n')}`,
    scopes: `| scope | decides on |\n| --- | --- |\n${scopeRow('approve', true)}\n${scopeRow('operate', false)}`,
  };
  return Object.entries(tables).reduce(
    (page, [name, table]) => withTable(page, name, table),
    readFileSync('docs/review.md', 'utf8'),
  );
}

function decisionsOn(kind: ReviewKind): string {
  const fitting = RESOLUTIONS.filter((decision) => isFitting(decision, kind));
  return WITHOUT_DECISION[kind] ?? fitting.map((decision) => `\`${decision}\``).join(', ');
}

function scopeRow(scope: string, isSigned: boolean): string {
  const paths = Object.values(lifecycles)
    .filter(
      ({ signedDecisions = false }: { readonly signedDecisions?: boolean }) => signedDecisions === isSigned,
    )
    .map(({ path }) => `\`${path}\``);
  return `| \`${scope}\` | ${paths.join(', ')} |`;
}
