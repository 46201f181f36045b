import { type Environment, SETTINGS } from '../../config.js';

/** What a Node.js program needs of the system, wherever it runs; keys of other tools are none of its business. */
const OF_THE_SYSTEM: readonly string[] = [
  // to find programs, the user's folder and a place for temporary files
  ...['PATH', 'HOME', 'TMPDIR', 'TMP', 'TEMP', 'SystemRoot', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA'],
  // how to write times and texts, and whether in colour
  ...['TZ', 'LANG', 'LC_ALL', 'TERM', 'NO_COLOR', 'FORCE_COLOR'],
  // limits of memory, and certificate authorities that the user trusts
  ...['NODE_OPTIONS', 'NODE_ENV', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
];

const SECRETS: readonly string[] = Object.values(SETTINGS).flatMap((setting) =>
  'secret' in setting ? [setting.variable] : [],
);

/**
 * The environment of every child of `oware dev`: what the system needs, and the settings of Oware without secrets. Those
 * are empty instead of absent, because each child reads `.env` again and would find them there; the plan of
 * a child gives it the ones that it needs.
 */
export function childEnvironment(environment: Environment): Environment {
  const isNeeded = (name: string) => OF_THE_SYSTEM.includes(name) || name.startsWith('OWARE_');
  return {
    ...pick(environment, isNeeded),
    ...Object.fromEntries(SECRETS.map((name) => [name, ''])),
  };
}

/** The Temporal server has no setting of ours. */
export function temporalServerEnvironment(environment: Environment): Environment {
  return pick(environment, (name) => OF_THE_SYSTEM.includes(name) || name.startsWith('TEMPORAL_'));
}

/** How Temporal is reached and how it lets in: for the children that call it. */
export function temporalVariables(environment: Environment): Environment {
  return pick(environment, (name) => name.startsWith('TEMPORAL_'));
}

function pick(environment: Environment, isWanted: (name: string) => boolean): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isWanted(name)));
}
