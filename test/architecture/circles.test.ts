import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { importsOf, sourceFiles } from './imports.js';

const ROOT = resolve(import.meta.dirname, '../..');

/** Two files may import each other, such as a table and its row. A larger circle has no order to read it in. */
const LARGEST_CIRCLE = 2;

type Graph = ReadonlyMap<string, readonly string[]>;

/** Type-only imports count: they order the reader's path through the code like any other. */
function importGraph(root: string): Graph {
  const files = new Set(sourceFiles(root));
  return new Map(
    [...files].map((file) => [
      file,
      [...new Set(importsOf(root, file).map(({ to }) => to))].filter((to) => files.has(to)),
    ]),
  );
}

/** Strongly connected components with more than one file (Tarjan), each in alphabetical order. */
function circlesIn(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const circles: string[][] = [];

  function visit(file: string): number {
    const index = order.size;
    order.set(file, index);
    lowest.set(file, index);
    path.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) lowest.set(file, Math.min(lowest.get(file)!, visit(next)));
      else if (path.includes(next)) lowest.set(file, Math.min(lowest.get(file)!, order.get(next)!));
    }
    if (lowest.get(file) === index) {
      const component = path.splice(path.indexOf(file));
      if (component.length > 1) circles.push(component.sort());
    }
    return lowest.get(file)!;
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}

function describeCircle(graph: Graph, circle: readonly string[]): string {
  const lines = circle.map((file) => {
    const inside = graph.get(file)!.filter((to) => circle.includes(to));
    return `  ${file} imports ${inside.join(', ')}`;
  });
  return [`Import circle of ${circle.length} files:`, ...lines].join('\n');
}

function tooLarge(root: string): { graph: Graph; circles: string[][] } {
  const graph = importGraph(root);
  return { graph, circles: circlesIn(graph).filter(({ length }) => length > LARGEST_CIRCLE) };
}

const tree = tooLarge(ROOT);

it('no import circle has more than two files, type imports included', () => {
  const { graph, circles } = tree;
  expect(circles.map((circle) => describeCircle(graph, circle)).join('\n\n')).toBe('');
});

it('a planted circle of three files is found and printed, a pair is allowed', () => {
  const root = mkdtempSync(join(tmpdir(), 'oware-circles-'));
  const planted: Record<string, string> = {
    'src/domain/a.ts': `import { b } from './b.js';`,
    'src/domain/b.ts': `import type { C } from './c.js';`,
    'src/domain/c.ts': `export * from './a.js';`,
    'src/domain/pair.ts': `import { other } from './other.js';`,
    'src/domain/other.ts': `import { pair } from './pair.js';\nimport { a } from './a.js';`,
  };
  for (const [file, text] of Object.entries(planted)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const { graph, circles } = tooLarge(root);
  expect(circles).toEqual([['src/domain/a.ts', 'src/domain/b.ts', 'src/domain/c.ts']]);
  expect(describeCircle(graph, circles[0]!)).toContain('src/domain/b.ts imports src/domain/c.ts');
  rmSync(root, { recursive: true });
});
