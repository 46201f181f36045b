import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, readEnvironment, requireSettings, SETTINGS } from '../src/config.js';

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
  it('needs nothing to be said', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      apiPort: 3000,
      retentionDays: 30,
      checkoutWindowMs: 2_400_000,
    });
    expect(config.recheckScheduleMs).toEqual([2_000, 10_000, 60_000, 300_000]);
  });

  it('names everything that is wrong at once', () => {
    expect(
      problemsOf({
        OWARE_API_PORT: '70000',
        OWARE_RECHECK_SCHEDULE_MS: '1;2',
        OWARE_RETENTION_DAYS: '0',
        OWARE_HOTS: 'x',
      }),
    ).toEqual([
      'OWARE_API_PORT: got "70000", wants a port number from 0 to 65535',
      'OWARE_RETENTION_DAYS: got "0", wants a whole number of days, at least 1',
      'OWARE_RECHECK_SCHEDULE_MS: got "1;2", wants milliseconds, separated by commas',
      'OWARE_HOTS: no setting has this name',
    ]);
  });

  it('never shows a secret, not even a wrong one', () => {
    expect(problemsOf({ OWARE_WEBHOOK_SECRET: 'hunter2' })).toEqual([
      'OWARE_WEBHOOK_SECRET: got 7 characters (not shown), wants whsec_ and at least 24 bytes in base64',
    ]);
  });

  it('says which settings a command cannot do without', () => {
    expect(() => requireSettings(readConfig({}), 'gatewayApiKey', 'gatewayContract')).toThrow(
      'OWARE_GATEWAY_API_KEY: got nothing, wants the merchant’s API key',
    );
  });

  it('has one variable for each setting', () => {
    const variables = Object.values(SETTINGS).map(({ variable }) => variable);
    expect(new Set(variables).size).toBe(variables.length);
  });
});

describe('a .env file', () => {
  it('is read under the variables of the process, and a line that sets nothing is named', () => {
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
    expect(() => readEnvironment(folder)).toThrow('.env line 2: wants NAME=value');
    rmSync(folder, { recursive: true });
  });
});
