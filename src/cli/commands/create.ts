import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { CommandModule } from 'yargs';
import { examplesAt } from '../../api/examples.js';
import { CREATED } from '../api-commands.js';
import { type Answer, openApi } from '../api-connection.js';
import { CommandError } from '../explain-error.js';
import { showFields } from '../show-fields.js';
import { jsonOption } from '../table.js';

interface Options extends Readonly<Record<string, unknown>> {
  readonly data?: string | undefined;
  readonly reference?: string | undefined;
  readonly json: boolean;
}

/** What yargs and this command add to the fields of the request. */
const NOT_FIELDS = ['_', '$0', 'data', 'json', 'help', 'h', 'version', 'v'];

const OWN_FIELDS = (name: string): [string, string][] => [
  [`$0 ${name}`, 'create the example below'],
  [`$0 ${name} --amount 1500.00 --reference order-77`, 'with fields of your own'],
];

/** Of the kinds that have no amount, or that need a payment first. */
const EXAMPLES: Readonly<Partial<Record<(typeof CREATED)[number]['name'], [string, string][]>>> = {
  'reserved-account': [
    ['$0 reserved-account', 'create the example below'],
    ['$0 reserved-account --customer.email bola@example.com --reference bola', 'for a customer of your own'],
  ],
  batch: [
    ['$0 batch', 'create the example below'],
    ['$0 batch --data @payroll.json', 'with rows of your own; POST /v1/batches also takes CSV'],
  ],
  charge: [['$0 charge --checkout order-1 --amount 1500.00', 'order-1 is a checkout that was paid by card']],
  subscription: [
    ['$0 subscription --checkout order-1 --amount 1500.00', 'order-1 is a checkout that was paid by card'],
  ],
  refund: [
    [
      "$0 refund --transactionReference 'MNFY|…' --amount 500.00",
      '`oware show checkout order-1` has the reference of the transaction',
    ],
  ],
};

/** Creates one of a kind: the example of its route, with the given fields in place of its own. */
export function createCommand(
  name: (typeof CREATED)[number]['name'],
): Pick<CommandModule<object, Options>, 'builder' | 'handler'> {
  const path = CREATED.find((each) => each.name === name)?.path ?? '';
  const example = examplesAt(Date.now())[`POST ${path}`] ?? {};
  return {
    builder: (args) =>
      args
        .strict(false)
        .options({
          data: { type: 'string', describe: 'The whole request as JSON, or @file, or @- for standard input' },
          reference: { type: 'string', describe: 'Your reference [default: a new one]' },
          ...jsonOption,
        })
        .example(EXAMPLES[name] ?? OWN_FIELDS(name))
        .epilogue(
          `Every field of the request is an option; a dot goes one level deeper (--customer.email). Fields that are not given are those of\nthe example:\n${JSON.stringify(example, null, 2)}`,
        ),
    handler: async ({ data, json, ...given }) => {
      const whole = data === undefined ? { ...example, reference: newReference(name) } : readData(data);
      const fields = Object.fromEntries(
        Object.entries(given).filter(([field, value]) => !NOT_FIELDS.includes(field) && value !== undefined),
      );
      const answer = await openApi().call('POST', path, merge(whole, fields));
      console.log(json ? JSON.stringify(answer, null, 2) : showCreated(name, answer));
    },
  };
}

const newReference = (name: string) => `${name}-${randomBytes(4).toString('hex')}`;

function readData(data: string): object {
  const text = data.startsWith('@') ? readFileSync(data === '@-' ? 0 : data.slice(1), 'utf8') : data;
  try {
    return JSON.parse(text) as object;
  } catch {
    throw new CommandError('--data: expected JSON, @file or @-.');
  }
}

/** Deep, so that one field of a customer can be given alone. */
function merge(base: object, given: object): object {
  const merged: Record<string, unknown> = { ...base };
  for (const [field, value] of Object.entries(given)) {
    const before = merged[field];
    merged[field] = isObject(before) && isObject(value) ? merge(before, value) : value;
  }
  return merged;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function showCreated(name: string, answer: Answer): string {
  const { reference, checkoutUrl, authorizationLink } = answer;
  const page = (checkoutUrl ?? authorizationLink) as string | undefined;
  return [
    showFields(withoutHistory(answer)),
    '',
    ...(page === undefined ? [] : [`Open ${page}`]),
    `Follow it: oware watch ${name} ${String(reference)}`,
  ].join('\n');
}

function withoutHistory(answer: Answer): Answer {
  return Object.fromEntries(
    Object.entries(answer).filter(([field]) => !['transitions', 'epoch', 'sequence'].includes(field)),
  );
}
