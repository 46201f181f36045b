import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  ConfigError,
  readConfig,
  readEnvironment,
  requireSettings,
  SETTINGS,
  toSettings,
} from '../../src/config/config.js';

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('the configuration', () => {
  it('has a default for every setting that needs one', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      apiPort: 3000,
      retentionDays: 30,
      checkoutWindowMs: 2_400_000,
    });
    expect(config.recheckScheduleMs).toEqual([2_000, 10_000, 60_000, 300_000]);
  });

  it('lists all invalid settings at once', () => {
    expect(
      problemsOf({
        OWARE_API_PORT: '70000',
        OWARE_RECHECK_SCHEDULE_MS: '1;2',
        OWARE_RETENTION_DAYS: '0',
        OWARE_HOTS: 'x',
      }),
    ).toEqual([
      "OWARE_API_PORT: expected a port number from 0 to 65535, got '70000'.",
      "OWARE_RETENTION_DAYS: expected a whole number of days, at least 1, got '0'.",
      "OWARE_RECHECK_SCHEDULE_MS: expected a comma-separated list of milliseconds, got '1;2'.",
      'OWARE_HOTS: unknown setting. See .env.example.',
    ]);
  });

  it('never shows a secret, not even an invalid one', () => {
    expect(problemsOf({ OWARE_WEBHOOK_SECRET: 'hunter2' })).toEqual([
      'OWARE_WEBHOOK_SECRET: expected whsec_ followed by at least 24 bytes in base64, or two of these with a space between them, got 7 characters (not shown).',
    ]);
  });

  it.each([
    ['a space', ' '],
    ['a comma', ','],
  ])('reads two webhook secrets with %s between them, for a rotation', (_name, separator) => {
    const secrets = ['new', 'old'].map(
      (age) => `whsec_${Buffer.from(`the ${age} secret of 32 bytes`.padEnd(32)).toString('base64')}`,
    );
    const config = readConfig({ OWARE_WEBHOOK_SECRET: secrets.join(separator) });
    expect(config.webhookSecrets).toEqual(secrets);
    expect(problemsOf({ OWARE_WEBHOOK_SECRET: [...secrets, ...secrets].join(separator) })).toEqual([
      expect.stringMatching(/^OWARE_WEBHOOK_SECRET: expected .* two of these .* \(not shown\)\.$/),
    ]);
  });

  it('names the settings that a command requires and that are missing', () => {
    expect(() => requireSettings(readConfig({}), 'gatewayApiKey', 'gatewayContract')).toThrow(
      'OWARE_GATEWAY_API_KEY: missing; expected an API key.',
    );
  });

  it('has a different variable for each setting', () => {
    const variables = Object.values(SETTINGS).map(({ variable }) => variable);
    expect(new Set(variables).size).toBe(variables.length);
  });
});

describe('the limits of payouts without an approval', () => {
  it('are a million naira by default, without a limit for the day', () => {
    const settings = toSettings(readConfig({}));
    expect(settings).toMatchObject({ approvalAboveKobo: 100_000_000, approvalWindowMs: 86_400_000 });
    // absent, not undefined: lifecycles read them from JSON
    expect(Object.keys(settings).filter((name) => name.startsWith('approvalAboveDaily'))).toEqual([]);
  });

  it('reach lifecycles once they are set, zero included', () => {
    const settings = toSettings(
      readConfig({
        OWARE_APPROVAL_ABOVE_KOBO: '0',
        OWARE_APPROVAL_ABOVE_DAILY_KOBO: '500000000',
        OWARE_APPROVAL_ABOVE_DAILY_PER_KEY_KOBO: '200000000',
        OWARE_APPROVAL_WINDOW_MS: '3600000',
      }),
    );
    expect(settings).toMatchObject({
      approvalAboveKobo: 0,
      approvalAboveDailyKobo: 500_000_000,
      approvalAboveDailyPerKeyKobo: 200_000_000,
      approvalWindowMs: 3_600_000,
    });
  });

  it.each(['-1', '1.5', 'a million', '9007199254740992'])('are whole numbers of kobo, not %s', (given) => {
    expect(problemsOf({ OWARE_APPROVAL_ABOVE_DAILY_KOBO: given })).toEqual([
      `OWARE_APPROVAL_ABOVE_DAILY_KOBO: expected a whole number of kobo, got '${given}'.`,
    ]);
  });
});

describe('a .env file', () => {
  it('yields to the variables of the process, and an invalid line is named', () => {
    const folder = mkdtempSync(join(tmpdir(), 'oware-env-'));
    writeFileSync(
      join(folder, '.env'),
      '# comment\nOWARE_API_PORT=4000\nPATH=elsewhere\n\nexport OWARE_HOST=::1\n',
    );
    expect(readEnvironment(folder)).toMatchObject({
      OWARE_API_PORT: '4000',
      OWARE_HOST: '::1',
      PATH: process.env.PATH,
    });
    writeFileSync(join(folder, '.env'), 'OWARE_API_PORT=4000\nOWARE_HOST: ::1\n');
    expect(() => readEnvironment(folder)).toThrow('.env line 2: expected NAME=value.');
    rmSync(folder, { recursive: true });
  });
});
