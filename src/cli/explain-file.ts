import { resolve } from 'node:path';
import { readConfig, readEnvironment, SETTINGS } from '../config/config.js';

/** What keeps a process from a file that it needs. Other codes are errors of the program. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'read-only file system',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'a part of its path is not a folder',
  EEXIST: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  ENOSPC: 'no space left on the device',
};

/** The settings that name what processes write. */
const WRITTEN = ['sandboxState', 'home'] as const;

/** For a file that cannot be used: which one, why, and the setting that names it. Undefined for other errors. */
export function explainFile(error: Error): string | undefined {
  const { code = '', path } = error as NodeJS.ErrnoException;
  const reason = REASONS[code];
  if (reason === undefined || path === undefined) return undefined;
  const config = readConfig(readEnvironment());
  const setting = WRITTEN.find((name) => isAt(path, config[name]));
  const problem = `Cannot use ${path}: ${reason}.`;
  if (setting === undefined) return problem;
  const { about, variable } = SETTINGS[setting];
  return `${problem} Oware needs it for: ${about}. Make it writable for this user, or set ${variable} to another path.`;
}

/** The path itself, a file beside it that is named after it, or one inside it or above it. */
function isAt(path: string, place: string | undefined): boolean {
  if (place === undefined) return false;
  const [asked, named] = [resolve(path), resolve(place)];
  return asked.startsWith(named) || named.startsWith(`${asked}/`);
}
