import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/**
 * What one must hold in mind to change a lifecycle: the files that its workflow imports, with what those import, without
 * imports of types only. And how long the two rooms are where money is decided.
 */

const linesOf = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1;

/** The files of ours that a file needs when it runs. */
function importsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier } = statement;
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier) || isOfTypes(statement)) return [];
    if (!moduleSpecifier.text.startsWith('.')) return [];
    const target = join(dirname(file), moduleSpecifier.text.replace(/\.js$/, '.ts'));
    return existsSync(target) ? [target] : [];
  });
}

function isOfTypes(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause, isTypeOnly } = statement;
    return (
      isTypeOnly || (exportClause !== undefined && ts.isNamedExports(exportClause) && areTypes(exportClause))
    );
  }
  const { importClause } = statement;
  if (!importClause) return false;
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { namedBindings, name } = importClause;
  return !name && namedBindings !== undefined && ts.isNamedImports(namedBindings) && areTypes(namedBindings);
}

const areTypes = ({ elements }: ts.NamedImports | ts.NamedExports) =>
  elements.length > 0 && elements.every(({ isTypeOnly }) => isTypeOnly);

function closureOf(entry: string): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [entry];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    open.push(...importsOf(file));
  }
  return found;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
}

const total = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + linesOf(file), 0);

const rows = ['workflows', join('workflows', 'services')]
  .flatMap((room) => readdirSync(room).map((name) => ({ name, entry: join(room, name, 'workflow.ts') })))
  .filter(({ entry }) => existsSync(entry))
  .map(({ name, entry }) => {
    const files = closureOf(entry);
    return { workflow: name, files: files.size, lines: total(files) };
  });
console.table(rows);
for (const room of ['workflows', join('src', 'domain')]) {
  const files = filesIn(room);
  console.log(`${relative('.', room)}: ${files.length} files, ${total(files)} lines`);
}
