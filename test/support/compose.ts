import { readFileSync } from 'node:fs';

const compose = readFileSync(new URL('../../docker-compose.yml', import.meta.url), 'utf8');

type Variables = Readonly<Record<string, string>>;

/** The environment of a service in docker-compose.yml, for an operator who has set these variables. */
export function composeEnvironment(service: string, given: Variables = {}): Variables {
  const block = new RegExp(`^  ${service}:\\n(?:    .*\\n|\\n)*?    environment:\\n((?:      .*\\n)+)`, 'm');
  const lines = block.exec(compose)?.[1];
  if (lines === undefined) throw new Error(`docker-compose.yml has no environment of ${service}`);
  const merged = /<<: \[(.+)\]/.exec(lines)?.[1]?.split(', ') ?? [];
  const all = [...merged.map((alias) => anchored(alias.slice(1))), lines].map((text) => pairsIn(text, given));
  return Object.assign({}, ...all) as Variables;
}

/** The lines under `x-…: &name`. */
function anchored(name: string): string {
  const found = new RegExp(`^x-\\S+: &${name}\\n((?:  .*\\n)+)`, 'm').exec(compose)?.[1];
  if (found === undefined) throw new Error(`docker-compose.yml has no anchor ${name}`);
  return found;
}

function pairsIn(lines: string, given: Variables): Variables {
  const pairs = [...lines.matchAll(/^ +([A-Z_]+): (.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value.replaceAll(
      /\$\{(\w+):-(.*?)\}/g,
      (_all, variable: string, fallback: string) => given[variable] || fallback,
    ),
  ]);
  return Object.fromEntries(pairs) as Variables;
}
