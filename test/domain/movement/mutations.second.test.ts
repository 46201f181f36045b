import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import * as money from '../../../src/domain/money.js';
import { searchAll } from './laws.js';
import { type Letter, LETTERS, type Rules, showStanding } from './letters.js';
import { askWhyNot, QUESTIONS } from './send-examples.js';
import { STANDINGS } from './standing-examples.js';

const ALL = Object.keys(LETTERS) as Letter[];
const SOURCES = {
  amounts: read('amounts'),
  evidence: read('evidence'),
  standing: read('standing'),
  'may-send': read('may-send'),
};
type Sources = typeof SOURCES;

function read(name: string): string {
  return readFileSync(`src/domain/movement/${name}.ts`, 'utf8');
}

/** The rules with other sources. */
function rulesOf(sources: Sources): Rules {
  const modules: Record<string, unknown> = { '../money.js': money };
  for (const [name, source] of Object.entries(sources)) {
    const { outputText } = ts.transpileModule(source, {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    const exports = {};
    runInNewContext(outputText, { exports, require: (path: string) => modules[path] });
    modules[`./${name}.js`] = exports;
  }
  return Object.assign({}, ...Object.values(modules)) as Rules;
}

const SEARCHES: readonly Parameters<typeof searchAll>[1][] = [
  { letters: ALL, depth: 2, gaps: [6, 25 * 60] },
  { letters: ['left', 'absent'], depth: 5, gaps: [30, 90, 25 * 60] },
  { letters: ['left', 'used', 'absent', 'pending', 'didNot'], depth: 5, gaps: [90, 25 * 60] },
  { letters: ['leftSlowly', 'left', 'endSlowly', 'end', 'absentSlowly'], depth: 5, gaps: [6, 90] },
  { letters: ['back', 'paid12', 'seen', 'end'], depth: 6, gaps: [6] },
  { letters: ALL, depth: 3, gaps: [6] },
];

/** What shows that the rules are wrong: an example, or a law and the shortest way to break it. */
function complaint(rules: Rules): string | undefined {
  for (const [what, sequence, expected] of Object.values(STANDINGS).flat()) {
    if (showStanding(sequence, rules) !== expected) return what;
  }
  for (const [what, asked, because] of Object.values(QUESTIONS).flat()) {
    if (askWhyNot(asked, rules)?.because !== because) return what;
  }
  for (const search of SEARCHES) {
    const [first] = searchAll(rules, search).broken;
    if (first) return first.law;
  }
  return undefined;
}

/** Mistakes, at least one in each rule: what it says then, and what stands there instead. */
const MUTATIONS: readonly (readonly [what: string, file: keyof Sources, from: string, to: string])[] = [
  ['two readings at once confirm each other', 'evidence', 'CONFIRM_MS = 5 * 60_000', 'CONFIRM_MS = 0'],
  ['absences count without a gap', 'evidence', 'ABSENCE_GAP_MS = 3_600_000', 'ABSENCE_GAP_MS = 0'],
  [
    'a request on its way is not known',
    'evidence',
    'return { ...beforeSend(known), sending: step };',
    'return known;',
  ],
  [
    'a request on its way keeps old proofs',
    'evidence',
    'return { ...beforeSend(known), sending: step };',
    'return { ...known, sending: step };',
  ],
  [
    'a lost answer is forgotten',
    'evidence',
    'evidence.sending === undefined ? evidence : leave(evidence, askedAt, evidence.sending)',
    'evidence',
  ],
  [
    'any answer ends any step',
    'evidence',
    'evidence.sending === step ? { ...evidence, sending: undefined } : evidence;',
    '{ ...evidence, sending: undefined };',
  ],
  [
    'a refusal counts after a request has left',
    'evidence',
    '!evidence.left && !isSeen(evidence)',
    '!isSeen(evidence)',
  ],
  [
    'a refusal counts though a record was seen',
    'evidence',
    '!evidence.left && !isSeen(evidence)',
    '!evidence.left',
  ],
  [
    'a refused OTP counts as a refused request',
    'evidence',
    "step === 'request' && !evidence.left",
    '!evidence.left',
  ],
  ['accepted is not there', 'evidence', 'isThere: true };', "isThere: answer === 'used' };"],
  [
    'a twin counts for nothing',
    'evidence',
    'return leave(answered, answeredAt, undefined);',
    'return answered;',
  ],
  ['a request that left is not counted', 'evidence', "counted === 'request' ? count + 1 : count", 'count'],
  [
    'an OTP counts as a request',
    'evidence',
    "counted === 'request' ? count + 1 : count",
    'counted ? count + 1 : count',
  ],
  ['an OTP without an answer is forgotten', 'evidence', '{ ...gone.left, open: step }', 'gone.left'],
  [
    'the time of a request is when it was asked',
    'evidence',
    'addSend(evidence: Evidence, { step, answer, answeredAt }: Send)',
    'addSend(evidence: Evidence, { step, answer, askedAt: answeredAt }: Send)',
  ],
  [
    'a proof outlives the next request',
    'evidence',
    '...withoutProof(news(evidence)),\n  run',
    '...news(evidence),\n  run',
  ],
  [
    'readings outlive the next request',
    'evidence',
    '  run: undefined,\n  absences: undefined,',
    '  absences: undefined,',
  ],
  [
    'absences outlive the next request',
    'evidence',
    '  run: undefined,\n  absences: undefined,',
    '  run: undefined,',
  ],
  [
    'money without an amount is money',
    'evidence',
    "shows === 'money' ? amount === ZERO :",
    "shows === 'money' ? false :",
  ],
  ['an end with an amount is an end', 'evidence', 'hasNone && amount > ZERO', 'false'],
  ['a reading from before a request counts', 'evidence', '(left && askedAt < left.last)', 'false'],
  ['a reading during a request counts', 'evidence', 'sending !== undefined || (left', '(left'],
  ['other amounts confirm each other', 'evidence', 'run.amount === amount && ', ''],
  [
    'a reading confirms from when it was asked',
    'evidence',
    'since: answeredAt, until',
    'since: askedAt, until',
  ],
  [
    'a reading confirms until it was answered',
    'evidence',
    '{ ...run, until: Math.max(run.until, askedAt) }',
    '{ ...run, until: answeredAt }',
  ],
  [
    'an absence from before a request counts',
    'evidence',
    'if (!left || askedAt < left.last || sending',
    'if (!left || sending',
  ],
  [
    'a proof outlives a pending record',
    'evidence',
    'return addDoubt({ ...withoutProof(seen), isContra',
    'return addDoubt({ ...seen, isContra',
  ],
  [
    'what a person denied is not contradicted',
    'evidence',
    "isContradicted || decided?.says === 'did-not-happen'",
    'isContradicted',
  ],
  [
    'an old reading explains an unreadable record',
    'evidence',
    'if (!isUnreadable || !run) return isUnreadable;',
    'if (!isUnreadable || !run) return false;',
  ],
  [
    'nothing explains an unreadable record',
    'evidence',
    "return (hasShown || proven > 0) && run.shows !== 'money' && !isConfirmed(run);",
    'return true;',
  ],
  [
    'one reading explains an unreadable record where money was shown',
    'evidence',
    "return (hasShown || proven > 0) && run.shows !== 'money' && !isConfirmed(run);",
    'return false;',
  ],
  [
    'what has gone back is looked for when money comes again',
    'evidence',
    'isFirstAgain ? amount : highestOf(',
    'highestOf(',
  ],
  [
    'money counts as shown again before a record shows it',
    'evidence',
    'const isFirstAgain = hasGoneBack(evidence) && !evidence.isShownAgain;',
    'const isFirstAgain = hasGoneBack(evidence) && !evidence.isReopened;',
  ],
  [
    'what went back before goes back twice',
    'evidence',
    'rest(totalOf(proven, evidence.returned), returned)',
    'rest(highest, returned)',
  ],
  ['an unreadable record is read', 'evidence', '    isUnreadable: true,\n', ''],
  [
    'an odd amount is forgotten',
    'evidence',
    '...(amount > 0 && { odd: highestOf(evidence.odd ?? ZERO, amount) }),',
    '',
  ],
  [
    'something odd leaves proofs',
    'evidence',
    '    ...withoutProof(evidence),\n    isUnreadable: true,',
    '    ...evidence,\n    isUnreadable: true,',
  ],
  [
    'a single end counts',
    'evidence',
    'run && isConfirmed(run) ? { ...evidence, isEnded: true }',
    'run ? { ...evidence, isEnded: true }',
  ],
  [
    'no end ever counts',
    'evidence',
    'run && isConfirmed(run) ? { ...evidence, isEnded: true }',
    'false ? { ...evidence, isEnded: true }',
  ],
  [
    'money may end without a word',
    'evidence',
    'proven > 0 && run !== undefined && isConfirmed(run) && !run.isNoted',
    'false',
  ],
  [
    'money is doubted at once',
    'evidence',
    'run !== undefined && isConfirmed(run) && !run.isNoted',
    'run !== undefined && !run.isNoted',
  ],
  [
    'a return counts at once',
    'evidence',
    'if (!run || !isConfirmed(run)) return evidence;\n  const shown',
    'const shown',
  ],
  ['every return is the whole', 'evidence', 'amount > 0 ? amount : whole', 'whole'],
  ['a return takes nothing back', 'evidence', 'proven: left < proven ? left : proven,', 'proven,'],
  ['a return takes everything back', 'evidence', 'proven: left < proven ? left : proven,', 'proven: ZERO,'],
  [
    'a return leaves an end',
    'evidence',
    '...seen, isEnded: false, decided: withoutDenial(seen)',
    '...seen, decided: withoutDenial(seen)',
  ],
  [
    'a return ends no claim about it',
    'evidence',
    'claimedBack: unless(evidence.claimedBack, (claimed) => claimed <= returned),',
    '',
  ],
  [
    'a return ends every claim',
    'evidence',
    'claimed: unless(evidence.claimed, (claimed) => claimed <= highest),',
    'claimed: undefined,',
  ],
  ['less money counts at once', 'evidence', 'isSure || !(isAgain || amount < proven)', 'isSure || !isAgain'],
  [
    'money after a return counts at once',
    'evidence',
    'isSure || !(isAgain || amount < proven)',
    'isSure || !(amount < proven)',
  ],
  [
    'money after a return is forgotten',
    'evidence',
    'isReopened: evidence.isReopened || isAgain };',
    'isReopened: evidence.isReopened };',
  ],
  [
    'nothing reopens what went back',
    'evidence',
    'evidence.isReopened || hasGoneBack(evidence);',
    'evidence.isReopened;',
  ],
  ['what came again is also gone', 'evidence', '...(isAgain && { returned: ZERO }),', ''],
  [
    'the highest amount is forgotten',
    'evidence',
    'isFirstAgain ? amount : highestOf(evidence.highest, proven, amount);',
    'amount;',
  ],
  [
    'no more can come after one reading',
    'evidence',
    'reading.isOpen === true || (amount < terms.asked && !isSure)',
    'reading.isOpen === true',
  ],
  [
    'more can always come',
    'evidence',
    'reading.isOpen === true || (amount < terms.asked && !isSure)',
    'amount < terms.asked',
  ],
  [
    'any record ends a claim',
    'evidence',
    'claimed: unless(evidence.claimed, (claimed) => claimed <= amount),',
    'claimed: undefined,',
  ],
  [
    'a claim without an amount is none',
    'evidence',
    'given > 0 ? given : highestOf(terms.asked, highest)',
    'given',
  ],
  [
    'a claim after a return is no news',
    'evidence',
    '(returned > 0 || decided ? proven : highest)',
    'highest',
  ],
  [
    'a claim is not kept',
    'evidence',
    '{ ...shaken, claimed: highestOf(evidence.claimed ?? ZERO, amount) }',
    'shaken',
  ],
  [
    'a claim of a return is not kept',
    'evidence',
    '{ ...shaken, claimedBack: highestOf(evidence.claimedBack ?? ZERO, amount) }',
    'shaken',
  ],
  [
    'an odd claim is not kept',
    'evidence',
    "case 'odd':\n      return { ...shaken, odd: highestOf(evidence.odd ?? ZERO, amount) };",
    "case 'odd':\n      return shaken;",
  ],
  ['an older report of refunds counts', 'evidence', 'compareOrders(order, refunds.order) <= 0', 'false'],
  ['only the first report of refunds counts', 'evidence', 'compareOrders(order, refunds.order) <= 0', 'true'],
  ['a person may decide while it is on its way', 'evidence', 'if (sending !== undefined) return [];\n', ''],
  [
    'a person may deny what was shown',
    'evidence',
    "if (hasShown) return ['seen'];",
    "if (hasShown) return ['seen', 'did-not-happen'];",
  ],
  ['a person may deny what is under way', 'evidence', "isUnderWay ? ['happened'] : ", ''],
  ['a second decision counts', 'evidence', '!isAbout || decided?.saw === changes', '!isAbout'],
  [
    'a decision counts though it was not asked for',
    'evidence',
    '|| !decisionsOn(evidence).includes(asked)',
    '',
  ],
  ['a decision covers what came later', 'evidence', 'saw !== evidence.changes || ', ''],
  [
    'a decision leaves the claim',
    'evidence',
    '    claimed: undefined,\n    claimedBack: undefined,\n    odd',
    '    claimedBack: undefined,\n    odd',
  ],
  ['what was seen is never seen', 'evidence', '        highest: totalOf(proven, returned),\n', ''],
  [
    'a person confirms money that came again',
    'evidence',
    'isReopened: evidence.isReopened && isAgain,',
    'isReopened: false,',
  ],
  [
    'what happened is nothing',
    'evidence',
    'decided: { says, saw }, proven: happened }',
    'decided: { says, saw } }',
  ],
  [
    'what is denied is still there',
    'evidence',
    'decided: { says, saw }, proven: ZERO }',
    'decided: { says, saw } }',
  ],
  ['one absence is enough', 'standing', 'ABSENCES_NEEDED = 3', 'ABSENCES_NEEDED = 1'],
  ['absence counts at once', 'standing', 'absences.last - left.last >= terms.horizonMs', 'true'],
  ['absence never counts', 'standing', 'absences.last - left.last >= terms.horizonMs', 'false'],
  [
    'absence counts for a reference in use',
    'standing',
    'isSeen(evidence) || isThere || !left',
    'isSeen(evidence) || !left',
  ],
  [
    'absence counts after a record was seen',
    'standing',
    'isSeen(evidence) || isThere || !left',
    'isThere || !left',
  ],
  [
    'an open claim is no doubt',
    'standing',
    'claimed !== undefined || odd !== undefined || evidence.isUnreadable',
    'odd !== undefined || evidence.isUnreadable',
  ],
  [
    'an odd amount is no doubt',
    'standing',
    'claimed !== undefined || odd !== undefined || evidence.isUnreadable',
    'claimed !== undefined || evidence.isUnreadable',
  ],
  [
    'an unreadable record is no doubt',
    'standing',
    'odd !== undefined || evidence.isUnreadable) return',
    'odd !== undefined) return',
  ],
  ['a contradiction is no doubt', 'standing', 'if (isContradictory(evidence)) return true;', ''],
  [
    'a return of unseen money is no doubt',
    'standing',
    'return claimedBack !== undefined && proven === 0;',
    'return false;',
  ],
  [
    'what is in doubt is only what was asked',
    'standing',
    'return highestOf(terms.asked, claimed ?? ZERO, claimedBack ?? ZERO, proven, highest, odd ?? ZERO);',
    'return terms.asked;',
  ],
  ['money is forgotten when it falls', 'standing', 'highest > totalOf(proven, returned);', 'false;'],
  [
    'a fall is not possible',
    'standing',
    'highestOf(proven, unexplained, isOpen ? terms.asked : ZERO)',
    'highestOf(proven, isOpen ? terms.asked : ZERO)',
  ],
  [
    'the open rest is not possible',
    'standing',
    'highestOf(proven, unexplained, isOpen ? terms.asked : ZERO)',
    'highestOf(proven, unexplained)',
  ],
  ['refunds take nothing', 'standing', 'const refunded = refunds?.least ?? ZERO;', 'const refunded = ZERO;'],
  [
    'refunds that may have happened took',
    'standing',
    'const refunded = refunds?.least ?? ZERO;',
    'const refunded = refunds?.most ?? ZERO;',
  ],
  [
    'what is on its way moves nothing',
    'standing',
    'const by = isUnderWay ? undefined : provesNothing(evidence);',
    'const by = provesNothing(evidence);',
  ],
  ['what is on its way is unsent', 'standing', '!evidence.left && !isUnderWay)', '!evidence.left)'],
  ['no refusal counts', 'standing', "if (evidence.isRefused) return 'refusal';", ''],
  ['a reason against is not heard', 'may-send', 'if (question.against.length > 0)', 'if (false)'],
  ['an approval is not needed', 'may-send', 'if (!question.isApproved)', 'if (false)'],
  ['the last moment counts', 'may-send', 'now >= question.notAfter', 'now > question.notAfter'],
  ['a check counts for ever', 'may-send', 'now - checkedAt >= CHECKED_MS', 'false'],
  [
    'two requests at once',
    'may-send',
    "if (movement.sending !== undefined) return { because: 'on-its-way' };",
    '',
  ],
  [
    'doubt about others is ignored',
    'may-send',
    '[movement, ...others].some(isInDoubt)',
    'isInDoubt(movement)',
  ],
  ['its own doubt is ignored', 'may-send', '[movement, ...others].some(isInDoubt)', 'others.some(isInDoubt)'],
  ['an item is no doubt', 'may-send', ' || itemsOf(evidence).length > 0', ''],
  ['three sends', 'may-send', 'MOST_SENDS = 2', 'MOST_SENDS = 3'],
  ['the delay is ignored', 'may-send', 'run.until - left.last < terms.repeatAfterMs', 'false'],
  ['every kind may be sent again', 'may-send', 'terms.repeatAfterMs === undefined || isThere', 'isThere'],
  [
    'what the gateway knows may be sent again',
    'may-send',
    'undefined || isThere || isSeen(movement)',
    'undefined || isSeen(movement)',
  ],
  [
    'an old absence allows another send',
    'may-send',
    "isFresh(question, movement, ['absent']) ? undefined : OWN_NOT_FRESH",
    'undefined',
  ],
  [
    'an OTP is sent unasked',
    'may-send',
    "if (movement.run?.shows !== 'authorising') return { because: 'not-awaited' };",
    '',
  ],
  ['an OTP is sent beside one without an answer', 'evidence', "(left?.open === 'authorise' || ", '('],
  [
    'an OTP is sent beside one that was taken',
    'evidence',
    ' || left?.isTaken === true) && !isConf',
    ') && !isConf',
  ],
  [
    'no reading allows an OTP after another',
    'evidence',
    'left?.isTaken === true) && !isConfirmed(run)',
    'left?.isTaken === true)',
  ],
  [
    'the next OTP makes the one before forgotten',
    'evidence',
    "'authorise' && isStillAwaited(gone)",
    "'authorise'",
  ],
  [
    'an OTP without an effect counts for ever',
    'evidence',
    "'authorise' && isStillAwaited(gone)",
    "'authorise' && false",
  ],
  ['an OTP that was taken is forgotten', 'evidence', '{ ...gone.left, isTaken: true as const }', 'gone.left'],
  [
    'what was proven to be absent is sent again',
    'may-send',
    "if (standing.name === 'nothing') return { because: 'may-have-moved' };",
    "if (standing.by === 'refusal' || standing.by === 'end') return { because: 'may-have-moved' };",
  ],
  [
    'an OTP is sent on an old reading',
    'may-send',
    "isFresh(question, movement, ['authorising']) ? undefined : OWN_NOT_FRESH",
    'undefined',
  ],
  [
    'others count with what is proven',
    'may-send',
    'standings.map(({ most }) => most)',
    'standings.map(({ least }) => least)',
  ],
  [
    'only the first other counts',
    'may-send',
    'const standings = others.map(standingOf);',
    'const standings = others.slice(0, 1).map(standingOf);',
  ],
  [
    'this one does not count',
    'may-send',
    'totalOf(movement.terms.asked, ...standings',
    'totalOf(...standings',
  ],
  [
    'a decision needs no command',
    'may-send',
    "name === 'returned' || by === 'decision'",
    "name === 'returned'",
  ],
  ['a return needs no command', 'may-send', "name === 'returned' || by === 'decision'", "by === 'decision'"],
  [
    'a command covers what came later',
    'may-send',
    '(others[n]?.settledAt ?? 0) >= commandedAt',
    'commandedAt < 0',
  ],
  [
    'readings from before a claim confirm what is read after it',
    'evidence',
    '...withoutProof(news(evidence)),\n    isContradicted: isNowContradicted(evidence),\n    run: undefined,\n  };',
    '...withoutProof(news(evidence)),\n    isContradicted: isNowContradicted(evidence),\n  };',
  ],
  [
    'an event shows nothing of what the gateway has',
    'evidence',
    "if (shows === 'there') return addPresence(evidence);",
    "if (shows === 'there') return evidence;",
  ],
  [
    'what the gateway has is still absent',
    'evidence',
    "    ...withoutProof(news(evidence)),\n    isThere: true,\n    lastSeen: lastSeen ?? 'pending',",
    '    ...withoutProof(news(evidence)),',
  ],
  [
    'an event that shows that the gateway has it does not speak against a person',
    'evidence',
    "    lastSeen: lastSeen ?? 'pending',\n    isContradicted: isNowContradicted(evidence),",
    "    lastSeen: lastSeen ?? 'pending',",
  ],
  [
    'a person who says that the gateway has it has said that it moved',
    'evidence',
    "return { ...withoutProof(settled), decided: undefined, isThere: true, lastSeen: 'pending' };",
    'return { ...settled, proven: evidence.terms.asked };',
  ],
  [
    'what a person says that the gateway has stays refused',
    'evidence',
    'return { ...withoutProof(settled), decided: undefined, isThere',
    'return { ...settled, decided: undefined, isThere',
  ],
  [
    'what a person says that the gateway has is still absent',
    'evidence',
    "return { ...withoutProof(settled), decided: undefined, isThere: true, lastSeen: 'pending' };",
    'return { ...settled, decided: undefined };',
  ],
  [
    'a person confirms what was read once',
    'evidence',
    "run.shows === 'odd' || isConfirmed(run);",
    'run.since > -Infinity;',
  ],
  [
    'what cannot be read answers a claim',
    'evidence',
    '...(isBlind && { claimed, claimedBack: evidence.claimedBack }),',
    '',
  ],
  [
    'a reading takes back a later one',
    'evidence',
    'if (isOutdated(evidence, reading)) return { ...news(evidence), run: undefined };',
    '',
  ],
  [
    'a return that was read once has shown money for good',
    'evidence',
    'return addReturn({ ...seen, isEnded: false,',
    'return addReturn({ ...seen, hasShown: true, isEnded: false,',
  ],
  [
    'a claim of money that is known confirms its return',
    'evidence',
    "shows === 'money' ? run.shows === 'return' : isReopened && run.shows === 'money';",
    "shows !== 'money' && isReopened && run.shows === 'money';",
  ],
  [
    'a claim of a return that is known confirms the money after it',
    'evidence',
    "shows === 'money' ? run.shows === 'return' : isReopened && run.shows === 'money';",
    "shows === 'money' && run.shows === 'return';",
  ],
  ['any reading is fresh', 'may-send', '!run || !proofs.includes(run.shows)', '!run'],
  ['fresh for ever', 'may-send', 'now - run.until <= FRESH_MS', 'true'],
  ['a wait does not age', 'may-send', 'run.until >= waitedUntil && ', ''],
  ['an end needs no reading', 'may-send', "return ['end'];", 'return undefined;'],
  [
    'an absence needs no reading',
    'may-send',
    "case 'absence':\n      return ['absent'];",
    "case 'absence':\n      return undefined;",
  ],
  [
    'a return needs no reading',
    'may-send',
    "if (standing?.name === 'returned') return ['return', 'money'];",
    '',
  ],
  ['only the first limit counts', 'may-send', 'limits.flatMap(', 'limits.slice(0, 1).flatMap('],
  [
    'a limit does not count this one',
    'may-send',
    'totalOf(taken, movement.terms.asked) > cap',
    'taken > cap',
  ],
  ['a limit counts as it was read long ago', 'may-send', 'now - readAt <= FRESH_MS', 'readAt > 0'],
];

describe('a mistake in a rule is noticed', () => {
  it('the rules themselves have none', () => expect(complaint(rulesOf(SOURCES))).toBeUndefined());

  it.each(MUTATIONS)('%s', (_what, file, from, to) => {
    expect(SOURCES[file].split(from)).toHaveLength(2);
    const sources = { ...SOURCES, [file]: SOURCES[file].replace(from, () => to) };
    expect(complaint(rulesOf(sources))).toBeDefined();
  });
});
