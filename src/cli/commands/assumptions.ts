import type { CommandModule } from 'yargs';
import { readConfig, readEnvironment } from '../../config/config.js';
import { ASSUMPTIONS } from '../../gateway/spec/assumptions.js';
import { gatewayProfile } from '../gateway.js';
import { jsonOption, print, showTable } from '../table.js';

export const assumptionsCommand: Pick<CommandModule<object, { json: boolean }>, 'builder' | 'handler'> = {
  builder: (args) => args.options(jsonOption),
  handler: ({ json }) => {
    const profile: Readonly<Record<string, string>> = gatewayProfile(readConfig(readEnvironment()));
    const rows = Object.entries(ASSUMPTIONS).map(([name, assumption]) => ({
      name,
      ...assumption,
      now: profile[name] ?? 'both accepted',
    }));
    print(rows, json, (shown) =>
      showTable(
        ['assumption', 'about', 'default', 'alternative', 'in use', 'source'],
        shown.map((row) => [row.name, row.about, row.default, row.alternative, row.now, row.source]),
      ),
    );
  },
};
