import { Linter } from 'eslint';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import { expect, it } from 'vitest';
import { noClockInConditions } from './no-clock-in-conditions.js';

const SDK = `
  export declare function condition(holds: () => boolean, timeout?: number): Promise<void>;
  export declare const pace: {
    now(): number;
    until(holds: () => boolean): Promise<void>;
    pause(until: number | undefined, summary: string, wake?: () => boolean): Promise<void>;
  };
`;

/** Checks the first of these files; they lie in one folder of workflows. */
function problemsOf(code: string, others: Readonly<Record<string, string>> = {}): string[] {
  const folder = '/workflows/test';
  const files = new Map(
    Object.entries({ 'main.ts': code, 'sdk.ts': SDK, ...others }).map(([name, text]) => [
      `${folder}/${name}`,
      text,
    ]),
  );
  const options = { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023, noLib: true };
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost(options),
    fileExists: (name) => files.has(name),
    directoryExists: () => true,
    realpath: (name) => name,
    readFile: (name) => files.get(name),
    getSourceFile: (name, target) => {
      const text = files.get(name);
      return text === undefined ? undefined : ts.createSourceFile(name, text, target, true);
    },
  };
  const program = ts.createProgram([...files.keys()], options, host);
  const messages = new Linter({ cwd: '/' }).verify(
    code,
    {
      files: ['**/*.ts'],
      languageOptions: { parser: tseslint.parser, parserOptions: { programs: [program] } },
      plugins: { oware: { rules: { 'no-clock-in-conditions': noClockInConditions } } },
      rules: { 'oware/no-clock-in-conditions': 'error' },
    },
    { filename: `${folder}/main.ts` },
  );
  return messages.map(({ message }) => /as (\S+) does/.exec(message)?.[1] ?? message);
}

const IMPORT = `import { condition, pace } from './sdk.js';\n`;

it.each([
  ['directly', 'await condition(() => Date.now() > 5);'],
  ['as a date', 'await pace.until(() => new Date().getTime() > 5);'],
  [
    'by the length of the history',
    'const info = { historyLength: 1 }; await pace.until(() => info.historyLength > 5);',
  ],
  [
    'through a function',
    'function isDue() { return Date.now() > 5; }\nawait pace.pause(9, "", () => isDue());',
  ],
  ['by its name', 'const isDue = () => Date.now() > 5;\nawait pace.pause(9, "", isDue);'],
  ['in a callback', 'await pace.until(() => [1, 2].some((at) => at <= Date.now()));'],
  [
    'through a member of an object that a function makes',
    'const make = () => ({ dueAt: () => Date.now() });\nconst turn = make();\nawait pace.until(() => turn.dueAt() > 5);',
  ],
  [
    'through what it takes apart',
    'const make = () => ({ dueAt: () => Date.now() });\nconst { dueAt: due } = make();\nawait pace.until(() => due() > 5);',
  ],
  [
    'through a member of an interface',
    `interface Turn { readonly isDone: () => boolean }
     const over: Turn = { isDone: () => Date.now() > 5 };
     export const next = (turn: Turn) => pace.until(() => turn.isDone());
     await next(over);`,
  ],
  [
    'through a parameter',
    `function next(holds: () => boolean) { return pace.until(() => holds()); }
     await next(() => Date.now() > 5);`,
  ],
])('a condition must not read the clock: %s', (_how, code) => {
  expect(problemsOf(IMPORT + code)).toEqual([expect.stringMatching(/^workflows\/test\/main\.ts:\d+$/)]);
});

it('a condition must not read the clock in another file', () => {
  const other = 'export function isOver() {\n  return Date.now() > 5;\n}\n';
  const code = `${IMPORT}import { isOver } from './other.js';\nawait pace.pause(undefined, '', () => isOver());`;
  expect(problemsOf(code, { 'other.ts': other })).toEqual(['workflows/test/other.ts:2']);
});

it.each([
  ['the time of the last recorded event', 'await pace.until(() => pace.now() > 5);'],
  ['a time that was read before', 'const startedAt = Date.now();\nawait pace.until(() => startedAt > 5);'],
  ['when a timer is due', 'await pace.pause(Date.now() + 5, "");'],
  ['a date from a record', 'const at = "2026";\nawait pace.until(() => new Date(at).getTime() > 5);'],
  ['what it does not wait for', 'const isDue = () => Date.now() > 5;\nexport const next = isDue();'],
])('allowed: %s', (_what, code) => {
  expect(problemsOf(IMPORT + code)).toEqual([]);
});
