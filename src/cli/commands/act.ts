import type { CommandModule } from 'yargs';
import type { ACTIONS } from '../api-commands.js';
import { openApi } from '../api-connection.js';
import { type LifecycleArguments, lifecycleArguments, pathOfOne } from '../kind-argument.js';
import { showFields } from '../show-fields.js';
import { jsonOption } from '../table.js';

type Action = (typeof ACTIONS)[number]['name'];
type Options = LifecycleArguments & { readonly reason?: string | undefined; readonly json: boolean };

const DECISIONS: readonly Action[] = ['approve', 'decline'];

/** Does one thing to a lifecycle, and shows it. In the folder of `oware dev`, decisions use the key of the approver. */
export function actCommand(action: Action): Pick<CommandModule<object, Options>, 'builder' | 'handler'> {
  const isDecision = DECISIONS.includes(action);
  const reason = action === 'approve' ? 'Compared with the payroll' : 'Not on the payroll';
  const example = isDecision ? `transfer salary-1 --reason "${reason}"` : 'checkout order-1';
  return {
    builder: (args) =>
      lifecycleArguments(args)
        .options({
          reason: { type: 'string', hidden: !isDecision, describe: 'Why, for the record' },
          ...jsonOption,
        })
        .example(`$0 ${action} ${example}`, ''),
    handler: async ({ json, reason, ...of }) => {
      const api = openApi({ asApprover: isDecision });
      const body = isDecision && reason !== undefined ? { reason } : undefined;
      const answer = await api.call('POST', `${pathOfOne(of)}/${action}`, body);
      console.log(json ? JSON.stringify(answer, null, 2) : showFields(answer));
    },
  };
}
