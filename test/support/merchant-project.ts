import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

export type ModuleKind = 'esm' | 'cjs';

/** As strict as TypeScript can be; declarations of packages are checked too. */
const STRICT = {
  target: 'es2023',
  lib: ['es2023'],
  types: ['node'],
  strict: true,
  skipLibCheck: false,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: false,
  outDir: 'out',
  rootDir: '.',
};

const KINDS: Readonly<Record<ModuleKind, { readonly type: string; readonly module: string }>> = {
  esm: { type: 'module', module: 'nodenext' },
  // before TypeScript knew that Node.js can require ES modules
  cjs: { type: 'commonjs', module: 'node16' },
};

export type MerchantProject = Awaited<ReturnType<typeof createMerchantProject>>;

/** A merchant's project in a folder of its own: installs the packed client, as npm would from a registry. */
export async function createMerchantProject() {
  const folder = await mkdtemp(join(tmpdir(), 'oware-merchant-'));
  await run('node', ['build/client-package.mjs'], { cwd: ROOT });
  const pack = ['pack', './dist-client', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', pack, { cwd: ROOT });
  const [{ filename = '' } = {}] = JSON.parse(stdout) as { readonly filename?: string }[];
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }));
  const install = [
    'install',
    `./${filename}`,
    '--prefer-offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ];
  const { error } = await run('npm', install, { cwd: folder }).then(
    () => ({ error: undefined }),
    (failed: unknown) => ({ error: failed }),
  );

  return {
    /** Why the dependencies cannot be installed: without a registry. */
    cannotInstall: error === undefined ? undefined : (error as Error).message,
    /** Compiles files of TypeScript; throws what the compiler says. Returns the compiled files. */
    async compile(kind: ModuleKind, sources: Readonly<Record<string, string>>): Promise<string> {
      const { type, module } = KINDS[kind];
      const project = join(folder, kind);
      await mkdir(project, { recursive: true });
      const compilerOptions = { ...STRICT, module, moduleResolution: module };
      const files = { 'package.json': { type }, 'tsconfig.json': { compilerOptions, include: ['*.ts'] } };
      for (const [name, content] of Object.entries(files)) {
        await writeFile(join(project, name), JSON.stringify(content));
      }
      for (const [name, text] of Object.entries(sources)) await writeFile(join(project, name), text);
      const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
      await run('node', [tsc, '-p', project]).catch((failed: unknown) => {
        throw new Error((failed as { readonly stdout: string }).stdout);
      });
      return join(project, 'out');
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
