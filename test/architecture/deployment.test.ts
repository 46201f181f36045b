import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { hashKey } from '../../src/api/bearer.js';
import { SETTINGS } from '../../src/config.js';
import { KILL_AFTER_MS } from '../../src/domain/timeouts.js';
import { refuseMixedEnvironment } from '../../src/gateway/http/environment.js';
import { createSandbox } from '../../src/sandbox/sandbox.js';

const atRoot = (path: string) => new URL(`../../${path}`, import.meta.url);
const read = (path: string) => readFileSync(atRoot(path), 'utf8');

const compose = read('docker-compose.yml');
const dockerfile = read('Dockerfile');
const variables: readonly string[] = Object.values(SETTINGS).map(({ variable }) => variable);

/** The values of a group that the pattern has, wherever it is found. */
function all(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, group]) => group ?? '');
}

/** The lines of one service of the compose file. */
function service(name: string): string {
  const found = new RegExp(`^  ${name}:\\n((?:    .*\\n|\\n)+)`, 'm').exec(compose)?.[1];
  if (found === undefined) throw new Error(`docker-compose.yml has no service ${name}`);
  return found;
}

/** What compose gives a variable when nobody has set it. */
function givenByCompose(variable: string): string | undefined {
  return new RegExp(`^ +${variable}: \\$\\{${variable}:-(.*)\\}$`, 'm').exec(compose)?.[1];
}

const ABOUT_SETTINGS = `# Every setting of Oware with its default. Copy this file to .env and uncomment what you change.
# A variable of the process wins over .env. Values are taken as they stand: write ~ out in full.
# Docker Compose reads .env too, and passes on only what docker-compose.yml names.
# Temporal is found by Temporal's own variables: TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, TEMPORAL_API_KEY, TEMPORAL_TLS_*.
`;

function describeSettings(): string {
  const settings = Object.values(SETTINGS).map(({ variable, about, wants, ...rest }) => {
    const fallback = 'fallback' in rest ? rest.fallback.replace(homedir(), '~') : '';
    return `# ${about} (${wants})\n# ${variable}=${fallback}\n`;
  });
  return [ABOUT_SETTINGS, ...settings].join('\n');
}

describe('.env.example', () => {
  it('lists every setting of src/config.ts with its default, and no other', async () => {
    await expect(describeSettings()).toMatchFileSnapshot('../../.env.example');
  });
});

describe('docker-compose.yml', () => {
  it('uses only variables that a process would accept', () => {
    const used = all(compose, /(OWARE_[A-Z_]+)/g);
    expect(used).not.toHaveLength(0);
    expect(used.filter((variable) => !variables.includes(variable))).toEqual([]);
  });

  it('gives the worker the keys of the merchant that a new sandbox opens with', () => {
    const { apiKey, secretKey, contractCode } = createSandbox().merchants.first();
    expect(givenByCompose('OWARE_GATEWAY_API_KEY')).toBe(apiKey);
    expect(givenByCompose('OWARE_GATEWAY_SECRET_KEY')).toBe(secretKey);
    expect(givenByCompose('OWARE_GATEWAY_CONTRACT')).toBe(contractCode);
  });

  it('names the sandbox by an address that a worker takes for one', () => {
    const mode = SETTINGS.gatewayMode.schema.parse(givenByCompose('OWARE_GATEWAY_MODE'));
    const apiKey = givenByCompose('OWARE_GATEWAY_API_KEY') ?? '';
    const baseUrl = givenByCompose('OWARE_GATEWAY_URL') ?? '';
    expect(() => refuseMixedEnvironment({ mode, apiKey, baseUrl })).not.toThrow();
  });

  it('gives a notice secret that a process would accept', () => {
    const secret = SETTINGS.webhookSecret.schema.safeParse(givenByCompose('OWARE_WEBHOOK_SECRET'));
    expect(secret).toMatchObject({ success: true, data: expect.stringMatching(/^whsec_/) as string });
  });

  it('runs only commands that exist', () => {
    const commands = all(compose, /^ +command: \[(\w+)\]$/gm);
    expect(commands).toEqual(expect.arrayContaining(['temporal', 'sandbox', 'listen', 'worker', 'api']));
    expect(commands.filter((name) => !existsSync(atRoot(`src/cli/commands/${name}.ts`)))).toEqual([]);
  });

  it.each([
    ['sandbox', SETTINGS.sandboxPort.fallback],
    ['merchant', SETTINGS.merchantPort.fallback],
    ['worker', SETTINGS.workerPort.fallback],
    ['api', SETTINGS.apiPort.fallback],
  ])('asks the %s for its health where it listens', (name, port) => {
    expect(all(service(name), /fetch\('http:\/\/127\.0\.0\.1:(\d+)\//g)).toEqual([port]);
  });

  it('lets a worker finish the calls that are under way before it is killed', () => {
    const [seconds] = all(service('worker'), /stop_grace_period: (\d+)s/g);
    expect(Number(seconds) * 1000).toBeGreaterThan(KILL_AFTER_MS);
  });

  it('opens ports on this machine only', () => {
    const ports = all(compose, /^ +ports: (.+)$/gm);
    expect(ports).toHaveLength(3);
    for (const port of ports) expect(port).toMatch(/^\['127\.0\.0\.1:[^,]+'\]$/);
  });

  it('pins the version of every image but our own', () => {
    const images = all(compose, /^ +image: (.+)$/gm).filter((image) => image !== 'oware');
    expect(images).not.toHaveLength(0);
    for (const image of images) expect(image).toMatch(/:\d+\.\d+(\.\d+)?(-\w+)?$/);
  });

  it('makes the schema with the tools of the server that uses it', () => {
    const version = (name: string) => all(service(name), /image: .+:(.+)/g)[0];
    expect(version('schema')).toBe(version('temporal'));
  });

  it('does without the image that sets itself up, which is no longer made', () => {
    expect(compose + dockerfile).not.toContain('auto-setup');
  });
});

describe('the API key of development', () => {
  it('is the one in docs/deployment.md', () => {
    const [key] = all(read('docs/deployment.md'), /Bearer (\S+?)['"`]/g);
    const keys = JSON.parse(read('deploy/api-keys.json')) as unknown;
    expect(keys).toEqual([{ name: 'development', sha256: hashKey(key ?? '') }]);
  });
});

describe('Dockerfile', () => {
  it('copies only what is there and what the build is let see', () => {
    const copied = all(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((paths) => paths.split(' '));
    const admitted = all(read('.dockerignore'), /^!(.+)$/gm);
    expect(copied.filter((path) => !existsSync(atRoot(path)))).toEqual([]);
    expect([...admitted].sort()).toEqual([...copied].sort());
  });

  it('keeps everything else, secrets included, out of the build', () => {
    const [first] = read('.dockerignore')
      .split('\n')
      .filter((line) => !line.startsWith('#'));
    expect(first).toBe('*');
  });

  it('runs as a user who cannot change the code', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER node$/m);
    expect(last).not.toMatch(/COPY .*--chown/);
  });
});
