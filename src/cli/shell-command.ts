/** A command as one line for a POSIX shell, which reads exactly these arguments from it. */
export function shellCommand(args: readonly string[]): string {
  return args.map((arg) => (PLAIN.test(arg) ? arg : `'${arg.replaceAll("'", String.raw`'\''`)}'`)).join(' ');
}

/** Characters that no shell gives a meaning to, in any place. */
const PLAIN = /^[\w@%+:,./-]+$/;
