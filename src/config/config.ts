import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { z } from 'zod';
import { type LifecycleSettings, type Setting, SETTINGS } from './table.js';
import type { Settings } from './settings.js';
import { refuseInLive } from './live-secrets.js';

export { SETTINGS } from './table.js';

export type Config = {
  readonly [Name in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[Name]['schema']>;
};

export type Environment = Readonly<Record<string, string>>;

/** Lists all invalid settings at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`Invalid configuration:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** The variables of the process, and below them those of `.env` in the current folder. */
export function readEnvironment(folder = process.cwd()): Environment {
  const file = join(folder, '.env');
  const fromFile = existsSync(file) ? readDotEnv(readFileSync(file, 'utf8')) : {};
  return withoutEmpty({ ...fromFile, ...process.env });
}

function readDotEnv(content: string): Record<string, string | undefined> {
  const problems = content
    .split('\n')
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '' && !line.startsWith('#') && !/^(export\s+)?[A-Za-z_]\w*\s*=/.test(line))
    .map(({ number }) => `.env line ${number}: expected NAME=value.`);
  if (problems.length > 0) throw new ConfigError(problems);
  return parseEnv(content);
}

function withoutEmpty(variables: Record<string, string | undefined>): Environment {
  const given = Object.entries(variables).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return Object.fromEntries(given);
}

export function readConfig(environment: Environment): Config {
  const problems: string[] = [];
  const values = Object.entries(SETTINGS).map(([name, { schema, variable, ...about }]) => {
    const got: string | undefined =
      environment[variable] ?? ('fallback' in about ? about.fallback : undefined);
    const parsed = (schema as z.ZodType).safeParse(got);
    if (!parsed.success) problems.push(explain(variable, got, about));
    return [name, parsed.data];
  });
  const config = Object.fromEntries(values) as Config;
  problems.push(...unknownNames(environment), ...weakInLive(environment, config), ...unsafeInLive(config));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Every process reads its configuration here, so none starts in live mode with a public or short secret. */
function weakInLive(environment: Environment, config: Config): string[] {
  if (environment[SETTINGS.gatewayMode.variable] !== 'live') return [];
  return Object.entries(SETTINGS).flatMap(([name, setting]) => {
    const given = 'secret' in setting ? environment[setting.variable] : undefined;
    if (given === undefined) return [];
    // a setting may hold several secrets
    const parsed: unknown = config[name as keyof Config];
    const problem = (Array.isArray(parsed) ? parsed : [given]).map(refuseInLive).find(Boolean);
    return problem === undefined ? [] : [`${setting.variable}: ${problem}`];
  });
}

/** Webhooks contain names and e-mail addresses. */
function unsafeInLive({ gatewayMode, webhookUrl, webhookAllowPrivate }: Config): string[] {
  if (gatewayMode !== 'live' || webhookAllowPrivate || !webhookUrl?.startsWith('http:')) return [];
  return [
    `${SETTINGS.webhookUrl.variable}: live mode requires an https:// URL, or ${SETTINGS.webhookAllowPrivate.variable}=true for a receiver in your own network.`,
  ];
}

/** A misspelt name would leave the default in place without a warning. Variables of the tests are not settings. */
function unknownNames(environment: Environment): string[] {
  const known = new Set<string>(Object.values(SETTINGS).map(({ variable }) => variable));
  return Object.keys(environment)
    .filter((name) => name.startsWith('OWARE_') && !name.startsWith('OWARE_TEST_') && !known.has(name))
    .map((name) => `${name}: unknown setting. See .env.example.`);
}

function explain(
  variable: string,
  got: string | undefined,
  { expected, secret }: Pick<Setting, 'expected' | 'secret'>,
): string {
  if (got === undefined) return `${variable}: missing; expected ${expected}.`;
  const shown = secret ? `${got.length} characters (not shown)` : `'${got.slice(0, 60)}'`;
  return `${variable}: expected ${expected}, got ${shown}.`;
}

/** Throws unless these settings, which have no default, are set. */
export function requireSettings<Name extends keyof Config>(
  config: Config,
  ...names: readonly Name[]
): Config & { readonly [Key in Name]-?: NonNullable<Config[Key]> } {
  const missing = names.filter((name) => config[name] === undefined);
  const problems = missing.map((name) => explain(SETTINGS[name].variable, undefined, SETTINGS[name]));
  if (problems.length > 0) throw new ConfigError(problems);
  return config as Config & { readonly [Key in Name]-?: NonNullable<Config[Key]> };
}

/** What workflows read. */
export function toSettings(config: Config): Omit<Settings, 'deliversWebhooks'> {
  const rows = Object.entries(SETTINGS).filter(([, { forLifecycles }]) => forLifecycles === true);
  const values = rows.map(([name]) => [name, config[name as keyof Config]] as const);
  const read = Object.fromEntries(values.filter(([, value]) => value !== undefined));
  return {
    ...(read as unknown as LifecycleSettings),
    ...(config.publicUrl !== undefined && { returnUrl: `${config.publicUrl}/return` }),
    policies: {
      underpaid: config.policyUnderpaid,
      overpaid: config.policyOverpaid,
      late: config.policyLate,
      duplicate: config.policyDuplicate,
    },
  };
}
