import type { CommandModule } from 'yargs';
import { RESOLUTIONS } from '../../domain/lifecycle/review.js';
import { omitUndefined } from '../../domain/omit-undefined.js';
import { openApi } from '../api-connection.js';
import { randomReference } from '../create/create-request.js';
import { CommandError, orRepeat } from '../explain-error.js';
import { type LifecycleArguments, lifecycleArguments, pathOfOne } from '../kind-argument.js';
import { showFields } from '../show-fields.js';
import { jsonOption } from '../table.js';

type Options = LifecycleArguments & {
  readonly item?: string | undefined;
  readonly 'item-version'?: string | undefined;
  readonly decision: string;
  readonly reason: string;
  readonly 'gateway-reference'?: string | undefined;
  readonly 'amount-kobo'?: number | undefined;
  readonly 'idempotency-key'?: string | undefined;
  readonly 'as-approver': boolean;
  readonly json: boolean;
};

export const resolveCommand: Pick<CommandModule<object, Options>, 'builder' | 'handler'> = {
  builder: (args) =>
    lifecycleArguments(args)
      .options({
        item: { type: 'string', describe: 'The key of the item [default: the only one]' },
        'item-version': {
          type: 'string',
          describe: 'The version that you saw: another one is refused [default: the one that is printed]',
        },
        decision: { type: 'string', choices: RESOLUTIONS, demandOption: true, describe: 'What you decide' },
        reason: { type: 'string', demandOption: true, describe: 'Why, for the record' },
        'gateway-reference': {
          type: 'string',
          describe: 'With `happened`: the transaction at the gateway',
        },
        'amount-kobo': { type: 'number', describe: 'The sum, where an item asks for one' },
        'idempotency-key': {
          type: 'string',
          describe: 'A repeat under the same key decides nothing twice [default: a new one]',
        },
        'as-approver': {
          type: 'boolean',
          default: false,
          describe: 'Use the key of the approver of `oware dev`',
        },
        ...jsonOption,
      })
      .example('$0 resolve checkout order-1 --decision accept --reason "Agreed on the phone"', ''),
  handler: async ({ item, decision, reason, json, 'as-approver': asApprover, ...of }) => {
    const { 'gateway-reference': gatewayReference, 'amount-kobo': amountKobo, 'idempotency-key': given } = of;
    const seen = of['item-version'];
    const api = openApi({ asApprover });
    const path = pathOfOne(of);
    // a repeat names both: by then the item may be resolved, and another may be the only one
    const read =
      item === undefined || seen === undefined ? findItem(await api.call('GET', path), item) : { key: item };
    const { key } = read;
    const version = seen ?? read.version;
    const idempotencyKey = given ?? randomReference('resolve');
    // before it is sent: whatever happens, the caller can repeat it
    console.error(`Item: ${key}, idempotency key: ${idempotencyKey}`);
    if (read.reason !== undefined) console.error(`  ${read.reason}, at risk: ₦${read.atRisk}`);
    const resolution = { decision, reason, ...omitUndefined({ gatewayReference, amountKobo, version }) };
    const resolvePath = `${path}/review-items/${encodeURIComponent(key)}/resolve`;
    const more = [
      ...(item === undefined ? ['--item', key] : []),
      ...(seen === undefined && version !== undefined ? ['--item-version', version] : []),
      ...(given === undefined ? ['--idempotency-key', idempotencyKey] : []),
    ];
    const reply = api.call('POST', resolvePath, resolution, { idempotencyKey });
    const answer = await orRepeat(reply, { about: REPEAT, more });
    console.log(json ? JSON.stringify(answer, null, 2) : showFields(answer));
  },
};

const REPEAT = 'Repeat exactly this command. Under the same key it decides nothing twice:';

/** An item as `reviewItems` shows it. */
interface ShownItem {
  readonly key: string;
  readonly reason?: string;
  readonly atRisk?: string;
  readonly version?: string;
}

/** The item of this key, or the only one. One that is not open is for the API to refuse, which knows of repeats. */
function findItem(answer: Readonly<Record<string, unknown>>, wanted: string | undefined): ShownItem {
  const { reviewItems = [] } = answer;
  const items = reviewItems as readonly ShownItem[];
  if (wanted !== undefined) return items.find(({ key }) => key === wanted) ?? { key: wanted };
  const [first] = items;
  if (first && items.length === 1) return first;
  const keys = items.map(({ key }) => key);
  throw new CommandError(
    keys.length === 0 ? 'Nothing needs review here.' : `Set --item to one of: ${keys.join(', ')}.`,
  );
}
