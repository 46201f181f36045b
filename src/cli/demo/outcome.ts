import { isDeepStrictEqual } from 'node:util';
import { fromNaira, showNaira } from '../../domain/money.js';
import type { HeardNotice } from '../notice-listener.js';
import { showTable } from '../table.js';
import type { Temporal } from './company.js';
import type { Played } from './perform.js';
import type { Scene } from './scene.js';

/** A row of the table at the end. */
export interface Outcome {
  readonly story: string;
  readonly title: string;
  readonly reference: string;
  readonly end: string;
  /** Kinds of the review items that wait for a person. */
  readonly review: readonly string[];
  readonly books: { readonly collected: readonly string[]; readonly balanced: boolean };
  readonly notices: readonly string[];
  readonly link: string;
  /** What is not as the screenplay has it; empty when all is well. */
  readonly surprises: readonly string[];
}

export function toOutcome(played: Played, heard: readonly HeardNotice[], temporal: Temporal): Outcome {
  const { scene, reference, end, collected, balanced } = played;
  const items = (end.reviewItems ?? []) as readonly { readonly kind: string }[];
  const outcome = {
    story: scene.name,
    title: scene.title,
    reference,
    end: typeof end.state === 'string' ? end.state : 'unknown',
    review: items.map(({ kind }) => kind),
    books: { collected, balanced },
    notices: heard.map(({ type }) => type),
    link: linkTo(temporal, scene, reference),
  };
  return { ...outcome, surprises: surprisesIn(outcome, played) };
}

function surprisesIn(outcome: Omit<Outcome, 'surprises'>, { scene, broken }: Played): string[] {
  const { expects } = scene;
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['end', outcome.end, expects.end],
    ['review', outcome.review, expects.review ?? []],
    ['collected', outcome.books.collected, expects.collected],
    ['notices', outcome.notices, expects.notices],
    ['balanced', outcome.books.balanced, true],
  ];
  const differing = pairs
    .filter(([, got, wanted]) => !isDeepStrictEqual(got, wanted))
    .map(([what, got, wanted]) => `${what}: ${JSON.stringify(got)} instead of ${JSON.stringify(wanted)}`);
  return broken === undefined ? differing : [broken, ...differing];
}

/** Into the Web UI; where that is unknown, what to look for in it. */
export function linkTo({ uiUrl, namespace }: Temporal, { story }: Scene, reference: string): string {
  const workflowId = `${story}:${reference}`;
  if (uiUrl === undefined) return workflowId;
  return `${uiUrl}/namespaces/${namespace}/workflows/${encodeURIComponent(workflowId)}`;
}

export function showOutcomes(outcomes: readonly Outcome[]): string {
  const table = showTable(
    ['story', 'end', 'books', 'notices', 'link'],
    outcomes.map((outcome) => [
      `${outcome.surprises.length === 0 ? '✓' : '✗'} ${outcome.story}`,
      [outcome.end, ...outcome.review].join(', '),
      showBooks(outcome),
      outcome.notices.join(', '),
      outcome.link,
    ]),
  );
  const asWritten = outcomes.filter(({ surprises }) => surprises.length === 0).length;
  const surprises = outcomes.flatMap(({ story, surprises }) =>
    surprises.map((surprise) => `${story}: ${surprise}`),
  );
  return ['', table, `${asWritten} of ${outcomes.length} stories ended as written.`, ...surprises].join('\n');
}

function showBooks({ books: { collected, balanced } }: Outcome): string {
  const came = collected.map((naira) => showNaira(fromNaira(naira))).join(' + ') || 'nothing';
  return balanced ? came : `${came}, OUT OF BALANCE`;
}
