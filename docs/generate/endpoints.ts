import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '../../src/gateway/spec/endpoint.js';
import { ENDPOINTS } from '../../src/gateway/endpoints.js';
import { SPECIFICATION } from '../../src/gateway/spec/profile.js';
import { bestIn, readShownBy, type ShownBy } from './shown-by.js';

/** Where calls to the gateway are written: each folder of workflows, activities that combine calls, the vault. */
const PLACES = ['workflows', 'activities', 'src/cli/open-vault.ts', 'src/cli/private-reads.ts'];

/** These only list endpoints, or have all of them. */
const NO_USERS = ['activities/gateway.ts', 'activities/activities.ts'];

const FOLDERS: Readonly<Record<string, string>> = {
  'gateway-read': '[lists and look-ups](api/gateway-reads.md)',
  'write-once': '[records](api/gateway-records.md)',
};

interface Source {
  readonly user: string;
  readonly text: string;
}

/** Every endpoint and every event of the gateway, with what calls or takes it, and the test that shows it. */
export function endpointsPage(): string {
  const shownBy = readShownBy();
  const sources = PLACES.flatMap(sourcesIn);
  const endpoints = Object.values(ENDPOINTS).map((endpoint: Endpoint) => {
    const { method, path, name, source } = endpoint;
    const origin = source.startsWith('specification') ? 'specification' : 'public material';
    const users = usersOf(name, sources);
    const shown = name === 'login' ? 'every test' : linkTo(bestIn(shownBy.endpoints[name], users));
    return `| \`${method} ${path}\` | \`${name}\` | ${origin} | ${users} | ${shown} |`;
  });
  const events = Object.entries(SPECIFICATION).flatMap(([name, type]) =>
    name.startsWith('events.') ? [toEventRow(type, TAKEN_BY[name] ?? '–', shownBy)] : [],
  );
  return [
    '# Endpoints and events of the gateway',
    '`npm run docs` generates this page. The activity of an endpoint has its name; those that only the vault calls have none. What calls an endpoint is found by its name in the code of workflows, of activities that combine calls, and of the vault. The test is one of those in which the endpoint answered or the event was accepted: one in the folder of what uses it, and there the one that uses the fewest others. `npm run docs:uses` runs the tests and records that; endpoints without a caller are only checked against the sandbox.',
    '## Endpoints',
    `| endpoint | name | source | called by | shown by |\n| --- | --- | --- | --- | --- |\n${endpoints.toSorted().join('\n')}`,
    '## Events',
    `| event | taken by | shown by |\n| --- | --- | --- |\n${events.join('\n')}`,
  ]
    .join('\n\n')
    .concat('\n');
}

/** The lifecycles that an event can belong to. */
const TAKEN_BY: Readonly<Record<string, string>> = {
  'events.collection': '`checkout`, `invoice`, `reserved-account`, `charge`, `subscription`, `mandate`',
  'events.disbursement-succeeded': '`transfer`, `batch-part`',
  'events.disbursement-failed': '`transfer`, `batch-part`',
  'events.disbursement-reversed': '`transfer`, `batch-part`',
  'events.refund-succeeded': '`refund`',
  'events.refund-failed': '`refund`',
  'events.settlement': '`settlement`',
  'events.rejected-payment': '`checkout`, `invoice`, `reserved-account`',
  'events.mandate': '`mandate`',
  'events.wallet-activity': '`wallet-day`',
  'events.low-balance': '`wallet-day`',
};

function toEventRow(type: string, takers: string, { events }: ShownBy): string {
  return `| \`${type}\` | ${takers} | ${linkTo(bestIn(events[type], takers))} |`;
}

function linkTo(file: string | undefined): string {
  if (file === undefined) return '–';
  return `[${file.replace('test/e2e/', '').replace(/(\.second)?\.test\.ts$/, '')}](../${file})`;
}

/** The users of an endpoint by name; a dash when nothing calls it. */
function usersOf(name: string, sources: readonly Source[]): string {
  if (name === 'login') return 'every call';
  const isCall = new RegExp(`\\b${name}\\b`);
  const users = new Set(sources.filter(({ text }) => isCall.test(text)).map(({ user }) => user));
  return users.size === 0 ? '–' : [...users].toSorted().join(', ');
}

function sourcesIn(path: string): Source[] {
  if (path.endsWith('.ts')) return NO_USERS.includes(path) ? [] : [toSource(path)];
  if (/\.\w+$/.test(path)) return [];
  return readdirSync(path).flatMap((entry) => sourcesIn(join(path, entry)));
}

function toSource(path: string): Source {
  const [place = '', folder = '', ...rest] = path.split('/');
  const text = readFileSync(path, 'utf8');
  if (place === 'src') return { user: 'the vault', text };
  if (place === 'activities') return { user: `activities of \`${folder.replace('.ts', '')}\``, text };
  const [inner = ''] = rest;
  const name = folder === 'shared' ? `shared/${inner}` : folder === 'services' ? inner : folder;
  return { user: FOLDERS[name] ?? `\`${name}\``, text };
}
