import type { Argv } from 'yargs';
import { KINDS } from '../client/kinds.js';
import { CommandError } from './explain-error.js';

const NAMES = KINDS.map(({ path }) => path.replace('/v1/', ''));

/** Where the API serves a kind: `checkout`, `checkouts` and `checkout:order-1` are the same kind. */
export function pathOfKind(given: string): string {
  const [name = ''] = given.split(':');
  const kind = KINDS.find(({ path, prefix }) =>
    [path.replace('/v1/', ''), singular(path), prefix].includes(name),
  );
  if (kind) return kind.path;
  throw new CommandError(`Unknown kind '${name}'. Kinds: ${NAMES.join(', ')}.`);
}

const singular = (path: string) =>
  path
    .replace('/v1/', '')
    .replace(/batches$/, 'batch')
    .replace(/s$/, '');

/** The arguments of commands about one lifecycle: `checkout order-1`, or `checkout:order-1` as in the Web UI. */
export function lifecycleArguments<Options>(args: Argv<Options>) {
  return args
    .positional('kind', {
      type: 'string',
      demandOption: true,
      describe: 'checkout, transfer, mandate …, or a workflow id such as checkout:order-1',
    })
    .positional('reference', { type: 'string', describe: 'its reference' });
}

export interface LifecycleArguments {
  readonly kind: string;
  readonly reference?: string | undefined;
}

/** The path of one lifecycle. */
export function pathOfOne({ kind, reference }: LifecycleArguments): string {
  const [, ...rest] = kind.split(':');
  const named = reference ?? (rest.length > 0 ? rest.join(':') : undefined);
  if (named === undefined)
    throw new CommandError('Missing reference, such as `oware show checkout order-1`.');
  return `${pathOfKind(kind)}/${encodeURIComponent(named)}`;
}
