import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { expect, it } from 'vitest';
import { noModuleState } from './no-module-state.js';

function problemsOf(code: string): (string | undefined)[] {
  const messages = new Linter().verify(code, {
    languageOptions: { parser: tseslint.parser },
    plugins: { oware: { rules: { 'no-module-state': noModuleState } } },
    rules: { 'oware/no-module-state': 'error' },
  });
  return messages.map(({ messageId, message }) => messageId ?? message);
}

it.each([
  ['let last = 0;', 'variable'],
  ['export let last: string;', 'variable'],
  ['var last;', 'variable'],
  ['const seen = new Map();', 'container'],
  ['export const seen = new Set<string>();', 'container'],
  ['const owners = new WeakMap<object, string>();', 'container'],
  ['const queue: string[] = [];', 'container'],
  ['const cache: Record<string, string> = {};', 'container'],
  ['const ready = new Trigger<void>();', 'container'],
  ["const known = ['a']; export const learn = (name: string) => { known.push(name); };", 'change'],
  ['const count = { paid: 1 }; export function pay() { count.paid += 1; }', 'change'],
  ['const count = { of: { paid: 1 } }; export function pay() { count.of.paid++; }', 'change'],
  ['import { SHARED } from "./x.js"; export function pay() { delete SHARED.paid; }', 'change'],
  ['const CODES: ReadonlySet<string> = new Set(); export const f = () => { CODES.add("a"); };', 'change'],
  ['export class Account { static opened = 0; }', 'field'],
])('%s', (code, problem) => {
  expect(problemsOf(code)).toEqual([problem]);
});

it.each([
  "export const STATES = ['PAID', 'EXPIRED'] as const;",
  'const NONE: readonly string[] = [];',
  'const EMPTY = [] as const;',
  "const CODES: ReadonlySet<string> = new Set(['D04']);",
  'export const LIMITS = { reads: 10, writes: 20 };',
  'const { createCheckout } = proxyActivities<Activities>({ retry: { maximumAttempts: 1 } });',
  "export const paid = defineSignal<[string]>('paid');",
  'export const failureConverter = new DefaultFailureConverter();',
  "const NAMES = ['b', 'a']; export const sorted = () => NAMES.toSorted();",
  'export function run() { let count = 0; const seen = new Set(); seen.add(1); count += 1; return [count, seen]; }',
  'export class Account { static readonly prefix = "acc"; balance = 0; }',
  'import * as money from "./money.js"; export const twice = (a: Kobo) => money.add(a, a);',
  'const activities = proxyActivities<A>({}); export const end = () => activities.delete("x");',
  'Error.stackTraceLimit = 3;',
])('allowed: %s', (code) => {
  expect(problemsOf(code)).toEqual([]);
});
