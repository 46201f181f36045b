import type { z } from 'zod';
import { ASSUMPTIONS } from './assumptions.js';
import { type Absence, type Endpoint, GROUPS, type Sign } from './endpoint.js';
import { listEndpoints } from '../endpoints.js';

const INTRODUCTION = `# The gateway contract

\`npm run docs\` generates this page from the contract in \`src/gateway\`.

Requests are flat. Fields in braces go into the path, the rest into the query of a GET or DELETE and into the
body otherwise. Names are the gateway's, values are ours: amounts in kobo, percentages as decimal text, times
in ISO 8601 and UTC. The activity of an endpoint has the same name; calls that may not enter Temporal have none.

The effect of a call decides how a failure is read. A call that **reads** may be repeated at any time. A call that
**changes** something, or **moves money**, is attempted once; anything but a trusted refusal is
_outcome unknown_, and the check under "lost reply" resolves it.

A refusal is recognised by its code, then by its message (the wordings are in \`src/gateway/reading/refusals.ts\`),
then by its HTTP status. In replies only fields that decide something must be readable; any other field of an
unexpected type is null and reported as drift (\`oware drift\`).`;

/** The contract as a Markdown page. */
export function describeContract(): string {
  const endpoints = listEndpoints();
  const groups = GROUPS.map((group) => [group, endpoints.filter((one) => one.group === group)] as const);
  const sections = groups.map(([group, members]) => `## ${group}\n\n${members.map(describe).join('\n\n')}`);
  return [INTRODUCTION, ...sections, describeAssumptions()].join('\n\n') + '\n';
}

function describe(endpoint: Endpoint): string {
  const { name, summary, method, path, effect, reference, answers, absence, failures, secrets } = endpoint;
  const facts = [
    `\`${method} ${path}\`${endpoint.retires ? `, version 1, retires ${endpoint.retires}` : ''}`,
    `${effect.replace('-', ' ')}, within ${endpoint.deadlineMs / 1000} s`,
    `request: ${fieldsOf(endpoint.request)}`,
    reference && `reference: \`${reference}\``,
    endpoint.outsideTemporal && 'never in Temporal: only the vault calls it, and it has no activity',
    secrets && `never in Temporal: ${secrets.map(code).join(', ')}; the activity takes a \`handle\``,
    answers && `answers besides ok: ${Object.entries(answers).map(describeAnswer).join('; ')}`,
    failures &&
      `codes that fail: ${Object.entries(failures)
        .map(([sign, kind]) => `${sign} is ${kind}`)
        .join(', ')}`,
    absence && `lost reply: ${describeAbsence(absence)}`,
    `source: ${endpoint.source}`,
  ];
  const lines = facts.filter((fact) => fact !== undefined).map((fact) => `- ${fact}`);
  return `### ${name}\n\n${summary}.\n\n${lines.join('\n')}`;
}

const code = (text: string) => `\`${text}\``;

function fieldsOf(request: z.ZodObject): string {
  const shape = request.shape as Readonly<Record<string, z.ZodType>>;
  const fields = Object.entries(shape).map(
    ([name, field]) => code(name) + (field.safeParse(undefined).success ? ' (optional)' : ''),
  );
  return fields.length === 0 ? 'nothing' : fields.join(', ');
}

function describeAnswer([kind, signs]: [string, readonly Sign[]]): string {
  return `${code(kind)} on ${signs.map(describeSign).join(' or ')}`;
}

function describeSign({ status, code: responseCode, message }: Sign): string {
  const parts = [
    status !== undefined && `HTTP ${status}`,
    responseCode !== undefined && `code ${responseCode}`,
    message && `a message meaning "${message.meaning}"`,
  ];
  return parts.filter((part) => part !== false && part !== undefined).join(' with ');
}

function describeAbsence(absence: Absence): string {
  if ('read' in absence)
    return `the not-found of ${code(absence.read)} by ${code(absence.by)} proves absence`;
  if ('listing' in absence) {
    return `found in ${code(absence.listing)} by ${absence.by.map(code).join(' and ')}`;
  }
  if ('repeat' in absence) return `sent again; ${absence.repeat}`;
  return `${code(absence.status)} shows it; ${absence.reason}`;
}

function describeAssumptions(): string {
  const entries = Object.entries(ASSUMPTIONS).map(
    ([name, { about, default: normal, alternative, source, handling }]) =>
      `- ${code(name)} (${handling}): ${about}. Assumed: ${code(normal)}; else: ${alternative}. Source: ${source}`,
  );
  return `## Assumptions\n\nA \`switch\` is set in the profile; what is \`tolerated\` needs no setting.\n\n${entries.join('\n')}`;
}
