import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

/** Words that readers stumbled over, and what replaced them: docs/architecture.md has the words that we use. */
const WORDS = new Set(
  [
    'story',
    'stories',
    'deed',
    'deeds',
    'tale',
    'tales',
    'stray',
    'strays',
    'linger',
    'lingers',
    'pursue',
  ].concat(['pursuit', 'desk', 'wish', 'wishes', 'theatre', 'screenplay']),
);

/** Names on the wire that no longer exist. */
const NAMES = [
  'LOOK_AGAIN_MS',
  'TRY_AGAIN_MS',
  'NOTICE_PLAN_MS',
  'OWARE_NOTICE_',
  'LINGER_MS',
  'CARD_STEP_MS',
  'DESK_ANSWERS_WITHIN_MS',
  'EVENTS_BEFORE_CONTINUING',
  'OTP_TRIES',
  'SECURE_3D_REQUIRED',
  'terms-differ',
  'no-code-wanted',
  'no-visit-wanted',
  'code-expired',
  'wrong-code',
  'channel-off',
  'cards-off',
  'still-working',
  'held-short',
  'held-over',
  'held-late',
  'held-second',
  'triesLeft',
  'paidTwice',
  'needsLook',
  'nextLookAt',
  'payment.paid',
  'OwareStory',
];

/** Phrases that read as if translated. */
const PHRASES = [
  /\b(?:nobody|somebody|whoever)\b/i,
  /\ball the same\b/i,
  /\bany more\b/i,
  /\b(?:is|was|are) told\b/i,
  /\bgoes on\b/i,
];

const ROOT = resolve(import.meta.dirname, '../..');
const PLACES = [
  'src',
  'workflows',
  'activities',
  'test',
  'bench',
  'examples',
  'bin',
  'docs',
  'deploy',
  '.github',
  '.env.example',
].concat(['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docker-compose.yml', 'Dockerfile', 'package.json']);
/** The list itself, and what was recorded from elsewhere. */
const LEFT_OUT = /^test\/(?:architecture\/words\.test\.ts|fixtures\/|replay\/histories\/)/;
const TEXT = /\.(?:ts|js|py|md|json|yml|html|css|svg|example)$|Dockerfile$/;

function textFiles(): string[] {
  const files = PLACES.map((place) => join(ROOT, place))
    .filter((path) => existsSync(path))
    .flatMap((path) =>
      statSync(path).isDirectory()
        ? readdirSync(path, { recursive: true, encoding: 'utf8' }).map((file) => join(path, file))
        : [path],
    );
  return files.filter((file) => TEXT.test(file) && !LEFT_OUT.test(relative(ROOT, file)));
}

function problemsIn(line: string): string[] {
  const words = line.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());
  return [
    ...words.filter((word) => WORDS.has(word)),
    ...NAMES.filter((name) => line.includes(name)),
    ...PHRASES.flatMap((phrase) => phrase.exec(line) ?? []),
  ];
}

it('finds words inside names, and leaves others alone', () => {
  expect(problemsIn('const paymentStory = readStories();')).toEqual(['story', 'stories']);
  expect(problemsIn('history, deskewed, a wholesale change')).toEqual([]);
  expect(problemsIn('// Nobody is told any more')).toEqual(['Nobody', 'any more', 'is told']);
});

it('no file uses a word, a name or a phrase that plain words replaced', () => {
  const found = textFiles().flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        problemsIn(line).map((problem) => `${relative(ROOT, file)}:${index + 1} ${problem}`),
      ),
  );
  expect(found).toEqual([]);
});

it('no title of a test carries a code that the repository does not explain', () => {
  const CODE = /['"`](?:[A-Z]\d{1,2}: .+|.+ \([A-Z]\d{1,2}\)|[A-Z]\d{1,2})['"`], (?:async )?\(/;
  const found = textFiles()
    .filter((file) => file.endsWith('.test.ts'))
    .flatMap((file) => readFileSync(file, 'utf8').match(new RegExp(CODE, 'g')) ?? []);
  expect(found).toEqual([]);
});
