import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KINDS, pluralOf } from '../../src/client/kinds.js';
import { SETTINGS } from '../../src/config/config.js';
import { REFUSALS } from '../../src/domain/refusal.js';
import { ENDPOINTS } from '../../src/gateway/endpoints.js';
import { SWITCHES } from '../../src/gateway/spec/assumptions.js';
import { nameOf } from '../../workflows/shared/messages.js';
import { importsOf, sourceFiles } from './imports.js';

const LIFECYCLES = KINDS.map(nameOf);

/** Everything of the kind that is there: how a line of a list names it. */
const EXAMPLES: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  'a lifecycle': Object.fromEntries(LIFECYCLES.map((name) => [name, imported(`${name}(e?s|/messages)`)])),
  'a gateway event': modules('src/gateway/events', ['address', 'event', 'kinds', 'sources']),
  'a type name of an event': Object.fromEntries(
    Object.keys(SWITCHES)
      .filter((name) => name.startsWith('events.'))
      .map((name) => [name, new RegExp(`^  '${name}': `)]),
  ),
  'an event that lifecycles take': modules('src/domain/lifecycle/events', ['core', 'kinds']),
  'a gateway endpoint': Object.fromEntries(
    Object.keys(ENDPOINTS).map((name) => [name, new RegExp(`\\b${name}: `)]),
  ),
  'a group of endpoints': modules('src/gateway/endpoints', ['login']),
  'a scenario of the demo': modules('src/cli/demo/scenarios', []),
  'a setting': Object.fromEntries(
    Object.keys(SETTINGS).map((name) => [name, new RegExp(`^  ${name}: setting\\(`)]),
  ),
  'a refusal of a lifecycle': Object.fromEntries(
    REFUSALS.map((word) => [word, new RegExp(`^  '?${word}'?[:,]`)]),
  ),
};

/** A file that imports one module of most examples is a list; it belongs in the row. */
const MODULES: Readonly<Record<string, RegExp>> = {
  'a lifecycle': new RegExp(`^(?:workflows|src/domain)/(${LIFECYCLES.join('|')})/`),
  'a gateway event': /^src\/gateway\/events\/(\w[\w-]*)\.ts$/,
  'an event that lifecycles take': /^src\/domain\/lifecycle\/events\/(\w[\w-]*)\.ts$/,
  'a group of endpoints': /^src\/gateway\/endpoints\/(\w[\w-]*)\.ts$/,
  'a scenario of the demo': /^src\/cli\/demo\/scenarios\/(\w[\w-]*)\.ts$/,
};

/** Read once: to parse every source takes seconds. */
const IMPORTED = sourceFiles('.').map((file) => ({
  file,
  paths: importsOf('.', file).map(({ to }) => to),
}));

const ROWS = readFileSync('CONTRIBUTING.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| an? /.test(line))
  .map((line) => {
    const [, added = '', , lists = ''] = line.split('|').map((cell) => cell.trim());
    const counts = [...lists.matchAll(/`([^`]+)` (\d)/g)].map(([, file, count]) => [file, Number(count)]);
    return { added, lists: Object.fromEntries(counts) as Record<string, number> };
  });

describe("CONTRIBUTING's table", () => {
  it('has a row for everything that is counted here, and the other way round', () => {
    expect(ROWS.map(({ added }) => added)).toEqual(Object.keys(EXAMPLES));
  });

  it.each(ROWS)('says how many lines of existing lists it takes to add $added', ({ added, lists }) => {
    const examples = Object.entries(EXAMPLES[added] ?? {});
    expect(examples.length).toBeGreaterThan(1);
    for (const [example, name] of examples) {
      const counted = Object.keys(lists).map((file) => [file, linesNaming(name, file)]);
      expect({ example, ...Object.fromEntries(counted) }).toEqual({ example, ...lists });
    }
  });

  it.each(Object.entries(MODULES))('names every list for %s', (added, module) => {
    const most = (Object.keys(EXAMPLES[added] ?? {}).length * 3) / 4;
    const found = IMPORTED.filter(({ paths }) => {
      const examples = paths.map((path) => module.exec(path)?.[1]);
      return new Set(examples.filter((example) => example !== undefined)).size >= most;
    }).map(({ file }) => file);
    const [row] = ROWS.filter((each) => each.added === added);
    const known = Object.keys(row?.lists ?? {});
    expect(found.filter((file) => !known.includes(file))).toEqual([]);
  });
});

/**
 * Their own tables are no lists of lifecycles; that merchants' methods are written by hand, and what is known of their money without Oware's
 * rules, the row says.
 */
const OTHER_TABLES = /^src\/(sandbox|merchant|gateway|certify)\//;

describe('a list of lifecycles by name derives from the table of lifecycles', () => {
  const files = sourceFiles('.').filter((file) => !OTHER_TABLES.test(file));

  it('no file names more than a third of them as texts, paths or fields', () => {
    const found = files.filter((file) => {
      const text = readFileSync(file, 'utf8').replaceAll(/^.* from '.*';$/gm, '');
      return KINDS.filter((kind) => entryOf(kind).test(text)).length > KINDS.length / 3;
    });
    expect(found).toEqual([]);
  });

  it('no sentence enumerates five of them', () => {
    const enumerates = ([sentence]: RegExpMatchArray) =>
      KINDS.filter((kind) => new RegExp(`\\b${pluralOf(kind)}\\b`).test(sentence)).length >= 5;
    const found = files.filter((file) =>
      [...readFileSync(file, 'utf8').matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g)].some(enumerates),
    );
    expect(found).toEqual([]);
  });
});

/** `'bill'`, `'/v1/bills/…'`, `'POST /v1/bills'` or a field `bills:`. */
function entryOf(kind: (typeof KINDS)[number]): RegExp {
  const plural = pluralOf(kind).replaceAll(' ', '-');
  const words = [nameOf(kind), plural].flatMap((word) => [
    word,
    word.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
  ]);
  const any = `(?:${words.join('|')})`;
  return new RegExp(`'(?:[A-Z]+ )?(?:/v1/)?${any}(?:/[^']*)?'|^ *'?${any}'?: `, 'm');
}

function modules(folder: string, others: readonly string[]): Record<string, RegExp> {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => basename(file, '.ts'));
  return Object.fromEntries(
    names.filter((name) => !others.includes(name)).map((name) => [name, imported(name)]),
  );
}

function imported(path: string): RegExp {
  return new RegExp(`from '\\./(\\w+/)*${path}\\.js'`);
}

/** Lines that name it, and lines with what those import. */
function linesNaming(name: RegExp, file: string): number {
  const lines = readFileSync(file, 'utf8').split('\n');
  const direct = lines.filter((line) => name.test(line));
  const imports = direct.map((line) => /^import (?:\* as |{ )(\w+)/.exec(line)?.[1]);
  const uses = lines.filter((line) => imports.includes(/^ {2}(?:\.{3})?(\w+),$/.exec(line)?.[1] ?? '?'));
  return direct.length + uses.length;
}
