import { type Environment, SETTINGS } from '../../config/config.js';

/** System variables that a Node.js program needs. Keys of other tools are not passed on. */
const SYSTEM_VARIABLES: readonly string[] = [
  // programs, the user's folder, temporary files
  ...['PATH', 'HOME', 'TMPDIR', 'TMP', 'TEMP', 'SystemRoot', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA'],
  // time zone, language, colours
  ...['TZ', 'LANG', 'LC_ALL', 'TERM', 'NO_COLOR', 'FORCE_COLOR'],
  // memory limits, trusted certificate authorities
  ...['NODE_OPTIONS', 'NODE_ENV', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
];

const SECRETS: readonly string[] = Object.values(SETTINGS).flatMap((setting) =>
  'secret' in setting ? [setting.variable] : [],
);

/**
 * The environment of every child of `oware dev`: system variables, and Oware's settings without secrets. Secrets
 * are empty instead of absent, because each child reads `.env` again and would find them there. A child's plan
 * adds the secrets that it needs.
 */
export function childEnvironment(environment: Environment): Environment {
  const isNeeded = (name: string) => SYSTEM_VARIABLES.includes(name) || name.startsWith('OWARE_');
  return {
    ...pick(environment, isNeeded),
    ...Object.fromEntries(SECRETS.map((name) => [name, ''])),
  };
}

/** The Temporal server takes no Oware settings. */
export function temporalServerEnvironment(environment: Environment): Environment {
  return pick(environment, (name) => SYSTEM_VARIABLES.includes(name) || name.startsWith('TEMPORAL_'));
}

/** Temporal's address and credentials, for the children that connect to it. */
export function temporalVariables(environment: Environment): Environment {
  return pick(environment, (name) => name.startsWith('TEMPORAL_'));
}

function pick(environment: Environment, isIncluded: (name: string) => boolean): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => isIncluded(name)));
}
