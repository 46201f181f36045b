import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');

interface Instruction {
  readonly name: string;
  readonly text: string;
}

interface Stage {
  readonly name: string;
  readonly instructions: readonly Instruction[];
}

/** The last stage of the image as a folder: what its entry point runs in. */
export interface BuiltImage {
  readonly folder: string;
  readonly entrypoint: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Builds the image without an engine: each stage is an empty folder, COPY takes from a folder that has only what
 * .dockerignore admits, and RUN runs in the stage's folder. Commands that change the system (packages, users) are left
 * out: they need root and another Debian.
 */
export async function buildImage(folder: string): Promise<BuiltImage> {
  const context = join(folder, 'context');
  mkdirSync(context, { recursive: true });
  for (const path of admitted()) cpSync(join(ROOT, path), join(context, path), { recursive: true });
  const roots = new Map<string, string>();
  let image: BuiltImage = { folder: context, entrypoint: [], env: {} };
  for (const { name, instructions } of stages(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))) {
    const root = join(folder, name);
    roots.set(name, root);
    image = { folder: root, entrypoint: [], env: {} };
    for (const instruction of instructions)
      image = await follow(image, instruction, { root, roots, context });
  }
  return image;
}

/** The paths of .dockerignore that are not ignored; all others are. */
function admitted(): string[] {
  const lines = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  return lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
}

function stages(dockerfile: string): Stage[] {
  const instructions = dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .flatMap((line) => {
      const [, name, text] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
      return name === undefined || text === undefined ? [] : [{ name, text }];
    });
  const found: { name: string; instructions: Instruction[] }[] = [];
  for (const instruction of instructions) {
    if (instruction.name === 'FROM')
      found.push({ name: / AS (\w+)$/.exec(instruction.text)?.[1] ?? 'last', instructions: [] });
    else found.at(-1)?.instructions.push(instruction);
  }
  return found;
}

interface Folders {
  readonly root: string;
  readonly roots: ReadonlyMap<string, string>;
  readonly context: string;
}

async function follow(image: BuiltImage, { name, text }: Instruction, folders: Folders): Promise<BuiltImage> {
  switch (name) {
    case 'WORKDIR': {
      const folder = join(folders.root, text);
      mkdirSync(folder, { recursive: true });
      return { ...image, folder };
    }
    case 'COPY':
      copy(text, image.folder, folders);
      return image;
    case 'RUN':
      if (!text.startsWith('apt-get ')) await run(text.replaceAll(/--mount=\S+ /g, ''), image);
      return image;
    case 'ENV':
      return { ...image, env: { ...image.env, ...Object.fromEntries(text.split(' ').map(assignment)) } };
    case 'ENTRYPOINT':
      return { ...image, entrypoint: JSON.parse(text) as string[] };
    case 'USER':
    case 'CMD':
      return image;
    default:
      throw new Error(`Dockerfile: ${name} is not known to the test of the image`);
  }
}

function assignment(text: string): [string, string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}

/** As in an engine: into a folder where several files or `./` are named, otherwise under the new name. */
function copy(text: string, to: string, { roots, context }: Folders): void {
  const stage = /^--from=(\w+) /.exec(text)?.[1];
  const root = stage === undefined ? context : roots.get(stage);
  if (root === undefined) throw new Error(`Dockerfile: no stage ${stage}`);
  const paths = text.replace(/^--from=\w+ /, '').split(' ');
  const target = paths.pop() ?? '.';
  for (const path of paths) {
    const destination = target.endsWith('/') ? join(target, basename(path)) : target;
    cpSync(join(root, path), join(to, destination), { recursive: true, verbatimSymlinks: true });
  }
}

/** Packages come from npm's cache where it has them. */
async function run(command: string, { folder, env }: BuiltImage): Promise<void> {
  const output: string[] = [];
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: undefined, npm_config_prefer_offline: 'true', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => void output.push(chunk));
  const code = await new Promise((done) => child.once('close', done));
  if (code !== 0) throw new Error(`RUN ${command} ended with ${String(code)}:\n${output.join('')}`);
}
