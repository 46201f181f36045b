import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { hashKey } from '../../src/api/bearer.js';
import { SETTINGS } from '../../src/config/config.js';
import { KILL_AFTER_MS } from '../../src/domain/timeouts.js';
import { refuseMixedEnvironment } from '../../src/gateway/http/environment.js';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import { CLI_SERVER_VERSION } from '../../src/temporal/find/versions.js';

const atRoot = (path: string) => new URL(`../../${path}`, import.meta.url);
const read = (path: string) => readFileSync(atRoot(path), 'utf8');

const compose = read('docker-compose.yml');
const dockerfile = read('Dockerfile');
const variables: readonly string[] = Object.values(SETTINGS).map(({ variable }) => variable);

/** The first group of every match. */
function all(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, group]) => group ?? '');
}

/** The lines of one service of the compose file. */
function service(name: string): string {
  const found = new RegExp(`^  ${name}:\\n((?:    .*\\n|\\n)+)`, 'm').exec(compose)?.[1];
  if (found === undefined) throw new Error(`docker-compose.yml has no service ${name}`);
  return found;
}

/** The default that docker-compose.yml gives a variable. */
function composeDefault(variable: string): string | undefined {
  return new RegExp(`^ +${variable}: \\$\\{${variable}:-(.*)\\}$`, 'm').exec(compose)?.[1];
}

const ENV_EXAMPLE = `# Every setting of Oware with its default. Copy this file to .env and uncomment the lines that you change.
# Variables of the process override .env. Values are literal: write ~ out in full.
# Docker Compose reads .env too, and passes on only the variables that docker-compose.yml names.
# The connection to Temporal uses Temporal's own variables: TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, TEMPORAL_API_KEY,
# TEMPORAL_TLS_*.
`;

interface SettingRow {
  readonly variable: string;
  readonly fallback: string;
  readonly about: string;
  readonly expected: string;
}

const settings: readonly SettingRow[] = Object.values(SETTINGS).map(
  ({ variable, about, expected, ...rest }) => ({
    variable,
    fallback: 'fallback' in rest ? rest.fallback.replace(homedir(), '~') : '',
    about: about.replace(/^[a-z]/, (letter) => letter.toUpperCase()),
    expected,
  }),
);

function envExample(): string {
  const lines = settings.map(
    ({ variable, fallback, about, expected }) =>
      `# ${about}. Expected: ${expected}.\n# ${variable}=${fallback}\n`,
  );
  return [ENV_EXAMPLE, ...lines].join('\n');
}

/** Sections of docs/settings.md. A setting belongs to the first section that matches. */
const SECTIONS: readonly (readonly [title: string, variables: RegExp])[] = [
  ['Gateway', /^OWARE_GATEWAY_(?!EVENT)/],
  ['Sandbox', /^OWARE_SANDBOX_(?!PORT)/],
  ['Webhooks to the merchant', /^OWARE_WEBHOOK_/],
  ['Approvals', /^OWARE_(APPROVAL|GRANT)_/],
  ['Payment policies', /^OWARE_(POLICY|FEE)_/],
  ['Transfers and batches', /^OWARE_(TRANSFER|BATCH)_/],
  ['Cards and OTPs', /^OWARE_(OTP|CARD|VAULT)_/],
  ['Checks, retries and timeouts', /_MS$|^OWARE_CONTINUE_/],
  ['Temporal', /^OWARE_(TEMPORAL|CACHE|UNPINNED|RETENTION|TASK)/],
  ['Logs', /^OWARE_LOG_/],
  ['Addresses, ports and access', /./],
];

const SETTINGS_PAGE = `# Settings

This page is generated from \`src/config/table.ts\`; a test keeps it current.

Every process reads its settings from environment variables and from a \`.env\` file in its working directory; the variables of the
process override the file. An unknown or invalid \`OWARE_\` variable stops the process with a message that lists all problems.
[.env.example](../.env.example) has every setting in the form of a \`.env\` file. The connection to Temporal uses Temporal's own
variables: \`TEMPORAL_ADDRESS\`, \`TEMPORAL_NAMESPACE\`, \`TEMPORAL_API_KEY\` and \`TEMPORAL_TLS_*\`.
`;

async function settingsPage(): Promise<string> {
  const sectionOf = ({ variable }: SettingRow) =>
    SECTIONS.find(([, variables]) => variables.test(variable))?.[0];
  const sections = SECTIONS.map(([title]) => {
    const rows = settings
      .filter((setting) => sectionOf(setting) === title)
      .map(({ variable, fallback, about, expected }) => {
        const cells = [`\`${variable}\``, fallback === '' ? '' : `\`${fallback}\``, about, expected];
        return `| ${cells.map((cell) => cell.replaceAll('<', '&lt;')).join(' | ')} |`;
      });
    return `## ${title}\n\n| setting | default | purpose | value |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  });
  const options = await resolveConfig(new URL('../../docs/settings.md', import.meta.url));
  return format([SETTINGS_PAGE, ...sections].join('\n'), { ...options, parser: 'markdown' });
}

describe('.env.example', () => {
  it('lists every setting with its default', async () => {
    await expect(envExample()).toMatchFileSnapshot('../../.env.example');
  });
});

describe('docs/settings.md', () => {
  it('lists every setting with its default, purpose and value', async () => {
    await expect(await settingsPage()).toMatchFileSnapshot('../../docs/settings.md');
  });
});

describe('docker-compose.yml', () => {
  it('uses only variables that exist', () => {
    const used = all(compose, /(OWARE_[A-Z_]+)/g);
    expect(used).not.toHaveLength(0);
    expect(used.filter((variable) => !variables.includes(variable))).toEqual([]);
  });

  it('has a Web UI that only reads', () => {
    expect(service('temporal-ui')).toContain("TEMPORAL_DISABLE_WRITE_ACTIONS: 'true'");
  });

  it("gives worker and api the keys of a new sandbox's first merchant", () => {
    for (const name of ['worker', 'api']) expect(service(name)).toContain('*gateway,');
    const { apiKey, secretKey, contractCode } = createSandbox().merchants.first();
    expect(composeDefault('OWARE_GATEWAY_API_KEY')).toBe(apiKey);
    expect(composeDefault('OWARE_GATEWAY_SECRET_KEY')).toBe(secretKey);
    expect(composeDefault('OWARE_GATEWAY_CONTRACT')).toBe(contractCode);
  });

  it('uses a sandbox URL that sandbox mode accepts', () => {
    const mode = SETTINGS.gatewayMode.schema.parse(composeDefault('OWARE_GATEWAY_MODE'));
    const apiKey = composeDefault('OWARE_GATEWAY_API_KEY') ?? '';
    const baseUrl = composeDefault('OWARE_GATEWAY_URL') ?? '';
    expect(() => refuseMixedEnvironment({ mode, apiKey, baseUrl })).not.toThrow();
  });

  it('has a valid webhook secret', () => {
    const secret = SETTINGS.webhookSecrets.schema.safeParse(composeDefault('OWARE_WEBHOOK_SECRET'));
    expect(secret).toMatchObject({ success: true, data: [expect.stringMatching(/^whsec_/)] });
  });

  it('passes every payment policy and limit of approvals to the worker, with its default', () => {
    const decided = settings.filter(({ variable }) => /^OWARE_(POLICY|APPROVAL_ABOVE)_/.test(variable));
    expect(decided).not.toHaveLength(0);
    for (const { variable, fallback } of decided) {
      expect([variable, composeDefault(variable)]).toEqual([variable, fallback]);
    }
    expect(service('worker')).toContain('*policies');
  });

  it('gives worker and api the same return key, public URL and customer key', () => {
    for (const name of ['worker', 'api']) expect(service(name)).toMatch(/<<: \[.*\*returns.*\*customers/);
  });

  it('gives worker and api the same grant keys', () => {
    for (const name of ['worker', 'api']) {
      expect(service(name)).toContain('*grants');
      expect(service(name)).toMatch(/^ +secrets: \[.*grant-keys\]$/m);
    }
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
  ])('checks the health of the %s on its port', (name, port) => {
    expect(all(service(name), /fetch\('http:\/\/127\.0\.0\.1:(\d+)\//g)).toEqual([port]);
  });

  it('gives a worker time to finish its calls before it is killed', () => {
    const [seconds] = all(service('worker'), /stop_grace_period: (\d+)s/g);
    expect(Number(seconds) * 1000).toBeGreaterThan(KILL_AFTER_MS);
  });

  it('opens ports on this machine only', () => {
    const ports = all(compose, /^ +ports: (.+)$/gm);
    expect(ports).toHaveLength(3);
    for (const port of ports) expect(port).toMatch(/^\['127\.0\.0\.1:[^,]+'\]$/);
  });

  it('pins the version of every image except our own', () => {
    const images = all(compose, /^ +image: (.+)$/gm).filter((image) => image !== 'oware');
    expect(images).not.toHaveLength(0);
    for (const image of images) expect(image).toMatch(/:\d+\.\d+(\.\d+)?(-\w+)?$/);
  });

  it('creates the schema with the tools of the same server version', () => {
    const version = (name: string) => all(service(name), /image: .+:(.+)/g)[0];
    expect(version('schema')).toBe(version('temporal'));
  });

  it('runs the minor version of the server that `npm start` runs', () => {
    const minor = (version = '') => version.split('.', 2).join('.');
    expect(minor(all(service('temporal'), /image: .+:(.+)/g)[0])).toBe(minor(CLI_SERVER_VERSION));
  });

  it('does not use the discontinued auto-setup image', () => {
    expect(compose + dockerfile).not.toContain('auto-setup');
  });
});

describe('the TLS proxy', () => {
  const proxied = read('deploy/compose.tls.yml');
  const caddyfile = read('deploy/Caddyfile');

  it('is the one proxy that the api trusts', () => {
    expect(all(proxied, /OWARE_TRUSTED_PROXIES: (\d)/g)).toEqual(['1']);
    expect(caddyfile).toContain(`reverse_proxy api:${SETTINGS.apiPort.fallback}`);
  });

  it('shows the outside only what needs no key', () => {
    expect(all(caddyfile, /^\t@public path (.+)$/gm)).toEqual(['/webhooks/gateway /return/*']);
  });

  it('uses variables that exist, and a pinned image', () => {
    const used = all(proxied + caddyfile, /(OWARE_[A-Z_]+)/g);
    expect(used.filter((variable) => !variables.includes(variable))).toEqual([]);
    expect(proxied).toMatch(/image: caddy:\d+\.\d+\.\d+-alpine\n/);
  });
});

describe('the development API keys', () => {
  it('are the ones in docs/deployment.md', () => {
    const page = read('docs/deployment.md');
    const [key = ''] = all(page, /Bearer (\S+?)['"`]/g);
    const [approverKey = ''] = all(page, /key of an approver, `(\S+)`/g);
    const keys = JSON.parse(read('deploy/api-keys.json')) as unknown;
    expect(keys).toEqual([
      { name: 'development', sha256: hashKey(key), scopes: ['read', 'collect', 'pay', 'operate'] },
      {
        name: 'approver',
        sha256: hashKey(approverKey),
        subject: 'approver',
        scopes: ['read', 'approve', 'operate'],
      },
    ]);
  });
});

describe('Dockerfile', () => {
  it('copies only files that exist and that .dockerignore admits', () => {
    const copied = all(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((paths) => paths.split(' '));
    const admitted = all(read('.dockerignore'), /^!(.+)$/gm);
    expect(copied.filter((path) => !existsSync(atRoot(path)))).toEqual([]);
    expect([...admitted].sort()).toEqual([...copied].sort());
  });

  it('admits every file that `npm run build` names', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { build: string } };
    const named = all(scripts.build, /(?:node|tsc -p) ([\w./-]+\.\w+)/g);
    const admitted = all(read('.dockerignore'), /^!(.+)$/gm);
    const isAdmitted = (path: string) =>
      admitted.some((entry) => path === entry || path.startsWith(`${entry}/`));
    expect(named).toEqual(expect.arrayContaining(['tsconfig.build.json', 'bin/oware.js']));
    expect(named.filter((path) => !isAdmitted(path))).toEqual([]);
  });

  it('keeps all other files, including secrets, out of the build', () => {
    const [first] = read('.dockerignore')
      .split('\n')
      .filter((line) => !line.startsWith('#'));
    expect(first).toBe('*');
  });

  it('runs as a user without write access to the code', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER node$/m);
    expect(last).not.toMatch(/COPY .*--chown/);
  });
});
