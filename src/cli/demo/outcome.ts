import { isDeepStrictEqual } from 'node:util';
import { fromNaira, showNaira } from '../../domain/money.js';
import type { ReceivedWebhook } from '../webhook-listener.js';
import { showTable } from '../table.js';
import type { Temporal } from './company.js';
import type { Played } from './perform.js';
import type { Scene } from './scene.js';

/** A row of the table at the end. */
export interface Outcome {
  readonly lifecycle: string;
  readonly title: string;
  readonly reference: string;
  readonly end: string;
  /** Kinds of the review items that wait for a person. */
  readonly review: readonly string[];
  readonly ledger: { readonly collected: readonly string[]; readonly balanced: boolean };
  readonly webhooks: readonly string[];
  readonly link: string;
  /** What is not as the screenplay has it; empty when all is well. */
  readonly surprises: readonly string[];
}

export function toOutcome(played: Played, heard: readonly ReceivedWebhook[], temporal: Temporal): Outcome {
  const { scene, reference, end, collected, balanced } = played;
  const items = (end.reviewItems ?? []) as readonly { readonly kind: string }[];
  const outcome = {
    lifecycle: scene.name,
    title: scene.title,
    reference,
    end: typeof end.state === 'string' ? end.state : 'unknown',
    review: items.map(({ kind }) => kind),
    ledger: { collected, balanced },
    webhooks: heard.map(({ type }) => type),
    link: linkTo(temporal, scene, reference),
  };
  return { ...outcome, surprises: surprisesIn(outcome, played) };
}

function surprisesIn(outcome: Omit<Outcome, 'surprises'>, { scene, broken }: Played): string[] {
  const { expects } = scene;
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['end', outcome.end, expects.end],
    ['review', outcome.review, expects.review ?? []],
    ['collected', outcome.ledger.collected, expects.collected],
    ['webhooks', outcome.webhooks, expects.webhooks],
    ['balanced', outcome.ledger.balanced, true],
  ];
  const differing = pairs
    .filter(([, got, wanted]) => !isDeepStrictEqual(got, wanted))
    .map(([what, got, wanted]) => `${what}: ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`);
  return broken === undefined ? differing : [broken, ...differing];
}

/** Into the Web UI; where that is unknown, what to look for in it. */
export function linkTo({ uiUrl, namespace }: Temporal, { lifecycle }: Scene, reference: string): string {
  const workflowId = `${lifecycle}:${reference}`;
  if (uiUrl === undefined) return workflowId;
  return `${uiUrl}/namespaces/${namespace}/workflows/${encodeURIComponent(workflowId)}`;
}

export function showOutcomes(outcomes: readonly Outcome[]): string {
  const table = showTable(
    ['lifecycle', 'end', 'books', 'webhooks', 'link'],
    outcomes.map((outcome) => [
      `${outcome.surprises.length === 0 ? '✓' : '✗'} ${outcome.lifecycle}`,
      [outcome.end, ...outcome.review].join(', '),
      showLedger(outcome),
      outcome.webhooks.join(', '),
      outcome.link,
    ]),
  );
  const asWritten = outcomes.filter(({ surprises }) => surprises.length === 0).length;
  const surprises = outcomes.flatMap(({ lifecycle, surprises }) =>
    surprises.map((surprise) => `${lifecycle}: ${surprise}`),
  );
  return ['', table, `${asWritten} of ${outcomes.length} stories ended as written.`, ...surprises].join('\n');
}

function showLedger({ ledger: { collected, balanced } }: Outcome): string {
  const came = collected.map((naira) => showNaira(fromNaira(naira))).join(' + ') || 'nothing';
  return balanced ? came : `${came}, OUT OF BALANCE`;
}
