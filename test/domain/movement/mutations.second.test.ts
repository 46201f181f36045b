import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import * as money from '../../../src/domain/money.js';
import { type Rules, searchAll } from './laws.js';
import { type Letter, LETTERS } from './letters.js';

const ALL = Object.keys(LETTERS) as Letter[];
const SOURCES = { evidence: read('evidence'), standing: read('standing') };

function read(name: string): string {
  return readFileSync(`src/domain/movement/${name}.ts`, 'utf8');
}

/** The rules with other sources. */
function rulesOf(sources: typeof SOURCES): Rules {
  const load = (source: string, modules: Record<string, unknown>) => {
    const { outputText } = ts.transpileModule(source, {
      compilerOptions: { module: ts.ModuleKind.CommonJS },
    });
    const exports = {};
    runInNewContext(outputText, { exports, require: (path: string) => modules[path] });
    return exports;
  };
  const evidence = load(sources.evidence, { '../money.js': money });
  const standing = load(sources.standing, { '../money.js': money, './evidence.js': evidence });
  return { ...evidence, ...standing } as Rules;
}

const SEARCHES: readonly Parameters<typeof searchAll>[1][] = [
  { letters: ALL, depth: 3, gaps: [6, 25 * 60] },
  { letters: ['left', 'absent'], depth: 5, gaps: [30, 90, 25 * 60] },
  { letters: ['left', 'used', 'absent', 'pending', 'didNot'], depth: 5, gaps: [90, 25 * 60] },
  { letters: ['back', 'paid12', 'seen', 'end'], depth: 7, gaps: [6] },
];

function isCaught(rules: Rules): boolean {
  return SEARCHES.some((search) => searchAll(rules, search).broken.length > 0);
}

/** A mistake in each rule: what it says, and what stands there instead. */
const MUTATIONS: readonly (readonly [what: string, file: keyof typeof SOURCES, from: string, to: string])[] =
  [
    ['two readings at once confirm each other', 'evidence', 'CONFIRM_MS = 5 * 60_000', 'CONFIRM_MS = 0'],
    ['less money counts at once', 'evidence', 'isAgain || amount < proven ?', 'isAgain ?'],
    ['a refusal counts after a request has left', 'evidence', 'isProof = !evidence.left && ', 'isProof = '],
    [
      'a claim is not kept',
      'evidence',
      'claimed: larger(evidence.claimed, amount) };',
      'claimed: evidence.claimed };',
    ],
    [
      'any record ends a claim',
      'evidence',
      'claimed: evidence.claimed <= amount ? ZERO : evidence.claimed,',
      'claimed: ZERO,',
    ],
    [
      'a proof outlives the next request',
      'evidence',
      'return { ...withoutProof(evidence), run: undefined, absences: undefined, left };',
      'return { ...evidence, run: undefined, absences: undefined, left };',
    ],
    [
      'a proof outlives a pending record',
      'evidence',
      "...withoutProof(seen), isContradicted: isNowContradicted(evidence) };\n    case 'odd'",
      "...seen, isContradicted: isNowContradicted(evidence) };\n    case 'odd'",
    ],
    [
      'money is forgotten when it falls',
      'standing',
      'return highest > highestOf(proven, returned, noted);',
      'return false;',
    ],
    ['absence counts at once', 'standing', 'absences.last - left.last >= horizonMs', 'true'],
    ['one absence is enough', 'standing', 'ABSENCES_NEEDED = 3', 'ABSENCES_NEEDED = 1'],
    ['absences count without a gap', 'evidence', 'ABSENCE_GAP_MS = 3_600_000', 'ABSENCE_GAP_MS = 0'],
    ['absence counts for a reference in use', 'standing', 'isSeen || isThere || !left', 'isSeen || !left'],
    ['absence counts after a record was seen', 'standing', 'isSeen || isThere || !left', 'isThere || !left'],
    ['an open claim is no doubt', 'standing', 'if (claimed > 0 || odd > 0', 'if (odd > 0'],
    ['an odd amount is no doubt', 'standing', 'if (claimed > 0 || odd > 0', 'if (claimed > 0'],
    [
      'a return of unseen money is no doubt',
      'standing',
      'if (claimedBack > 0 && proven === 0) return true;',
      '',
    ],
    [
      'what a person denied is not contradicted',
      'evidence',
      "isContradicted || decided === 'did-not-happen'",
      'isContradicted',
    ],
    [
      'a return counts at once',
      'evidence',
      'if (!run || !isConfirmed(run)) return evidence;\n  const back',
      'const back',
    ],
    [
      'a single end counts',
      'evidence',
      'run && isConfirmed(run) ? { ...evidence, isEnded: true }',
      'run ? { ...evidence, isEnded: true }',
    ],
    [
      'what was seen once is never news',
      'evidence',
      'noted: isAgain || amount >= evidence.noted ? ZERO : evidence.noted,',
      '',
    ],
    [
      'more is possible than was asked, and not counted',
      'standing',
      'const most = highestOf(proven, unexplained, isOpen ? asked : ZERO);',
      'const most = ZERO;',
    ],
  ];

describe('a mistake in a rule breaks a law', () => {
  it('the rules themselves break none', () => expect(isCaught(rulesOf(SOURCES))).toBe(false));

  it.each(MUTATIONS)('%s', (_what, file, from, to) => {
    expect(SOURCES[file].split(from)).toHaveLength(2);
    const sources = { ...SOURCES, [file]: SOURCES[file].replace(from, () => to) };
    expect(isCaught(rulesOf(sources))).toBe(true);
  });
});
