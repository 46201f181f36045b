import type { CommandModule } from 'yargs';
import { examine } from '../examine.js';
import { EXIT_CODES } from '../explain-error.js';
import type { Finding } from '../finding.js';
import { jsonOption, print } from '../table.js';

const MARKS = { ok: '✓', warning: '!', problem: '✗' } as const;

export const doctorCommand: Pick<CommandModule<object, { readonly json: boolean }>, 'builder' | 'handler'> = {
  builder: (args) =>
    args
      .options(jsonOption)
      .example('$0 doctor', 'in the folder of `oware dev`, or with the environment of a deployment'),
  handler: async ({ json }) => {
    const findings = await examine();
    print(findings, json, (all) => all.flatMap(showFinding).join('\n'));
    if (findings.some(({ state }) => state === 'problem')) process.exitCode = EXIT_CODES.failed;
  },
};

const showFinding = ({ what, state, found, advice }: Finding) => [
  `${MARKS[state]} ${what}: ${found}`,
  ...(advice === undefined ? [] : [`    ${advice}`]),
];
