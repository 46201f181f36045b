import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { type Folder, FOLDERS } from './folders.js';

export interface Import {
  readonly from: string;
  /** The imported file, relative to the root; a package's name for anything else. */
  readonly to: string;
  readonly typeOnly: boolean;
}

export function sourceFiles(root: string, folders = ['src', 'workflows', 'activities']): string[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file),
      ),
    )
    .filter((file) => /\.[jt]s$/.test(file) && !file.endsWith('.d.ts'));
}

/** Every import, export-from and dynamic import of a file, resolved to the file that it reaches. */
export function importsOf(root: string, file: string): Import[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: Import[] = [];
  const add = (specifier: ts.Expression | undefined, typeOnly: boolean) => {
    if (!specifier || !ts.isStringLiteral(specifier)) return;
    found.push({ from: file, to: resolveSpecifier(root, file, specifier.text), typeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnlyImport(node.importClause));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], false);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, true);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isTypeOnlyImport(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = clause.namedBindings;
  if (clause.name || !named || !ts.isNamedImports(named)) return false;
  return named.elements.length > 0 && named.elements.every((element) => element.isTypeOnly);
}

function resolveSpecifier(root: string, from: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  const target = resolve(root, dirname(from), specifier);
  const source = target.replace(/\.js$/, '.ts');
  return relative(root, existsSync(source) ? source : target);
}

/** Why an import is not allowed; undefined when it is. */
export function refuseImport({ from, to, typeOnly }: Import): string | undefined {
  const inside = /^(src|workflows|activities)\//.test(to);
  if (!inside) return /^\.\.?\//.test(to) ? `${from} leaves the tree: ${to}` : undefined;
  const rule = FOLDERS.find(({ folder }) => isIn(from, folder));
  if (!rule) return `${from}: no rule for its folder`;
  if (isIn(to, rule.folder) || allows(rule, to, typeOnly)) return undefined;
  return `${rule.folder} may not import ${to} (${from})`;
}

function allows({ imports, importsTypesOf = [] }: Folder, to: string, typeOnly: boolean): boolean {
  if (imports.some((allowed) => isIn(to, allowed))) return true;
  return typeOnly && importsTypesOf.some((allowed) => isIn(to, allowed));
}

function isIn(file: string, place: string): boolean {
  if (place.includes('*')) return globToRegExp(place).test(file);
  return file === place || file.startsWith(`${place}/`);
}

function globToRegExp(glob: string): RegExp {
  return new RegExp(`^${glob.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`);
}
