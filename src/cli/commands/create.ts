import type { CommandModule } from 'yargs';
import { examplesAt } from '../../api/examples.js';
import { CREATED } from '../api-commands.js';
import { type Answer, isSandbox, openApi } from '../api-connection.js';
import {
  type CreateRequest,
  type Fields,
  fillIn,
  randomReference,
  readRequest,
} from '../create/create-request.js';
import { describeLive } from '../create/live-request.js';
import { CommandError, EXIT_CODES, type NextCommand, orRepeat } from '../explain-error.js';
import { showFields } from '../show-fields.js';
import { jsonOption } from '../table.js';

interface Options extends Fields {
  readonly data?: string | undefined;
  readonly reference?: string | undefined;
  readonly yes: boolean;
  readonly json: boolean;
}

type Name = (typeof CREATED)[number]['name'];

/** What yargs and this command add to the fields of the request. */
const NOT_FIELDS = ['_', '$0', 'data', 'yes', 'json', 'help', 'h', 'version', 'v'];

/** Of the kinds that have no amount, or that need a payment first. */
const EXAMPLES: Readonly<Partial<Record<Name, [string, string][]>>> = {
  'reserved-account': [
    ['$0 reserved-account', 'create the example below'],
    ['$0 reserved-account --customer.email bola@example.com --reference bola', 'for a customer of your own'],
  ],
  batch: [
    ['$0 batch --reference payroll-1', 'create the example below'],
    [
      '$0 batch --reference payroll-2 --data @payroll.json',
      'with rows of your own; POST /v1/batches also takes CSV',
    ],
  ],
  charge: [
    [
      '$0 charge --reference order-2 --checkout order-1 --amount 1500.00',
      'order-1 is a checkout that was paid by card',
    ],
  ],
  subscription: [
    [
      '$0 subscription --reference member-1 --checkout order-1 --amount 1500.00',
      'order-1 is a checkout that was paid by card',
    ],
  ],
  refund: [
    [
      "$0 refund --reference order-1-refund --transactionReference 'MNFY|…' --amount 500.00",
      '`oware show checkout order-1` has the reference of the transaction',
    ],
  ],
};

function examplesOf(name: Name, isPlace: boolean): [string, string][] {
  const reference = isPlace ? '' : ` --reference ${name}-77`;
  return (
    EXAMPLES[name] ?? [
      [`$0 ${name}${reference}`, 'create the example below'],
      [`$0 ${name} --amount 1500.00 --reference ${name}-78`, 'with fields of your own'],
    ]
  );
}

/** Creates one of a kind: in sandbox mode the example of its route, with the given fields in place of its own. */
export function createCommand(name: Name): Pick<CommandModule<object, Options>, 'builder' | 'handler'> {
  const {
    path = '',
    about = '',
    isPlaceToPay: isPlace = false,
  } = CREATED.find((each) => each.name === name) ?? {};
  const example = (examplesAt(Date.now())[`POST ${path}`] ?? {}) as Fields;
  // everything else pays or charges under its reference: only the caller knows whether a request is new or a repeat
  const makeUp = () => (isPlace ? randomReference(name) : refuseWithout(name, example));
  return {
    builder: (args) =>
      args
        .strict(false)
        .options({
          data: { type: 'string', describe: 'The whole request as JSON, or @file, or @- for standard input' },
          reference: {
            type: 'string',
            describe: `Your reference: a repeat under it does nothing twice [${isPlace ? 'default: a new one' : 'required'}]`,
          },
          yes: { type: 'boolean', default: false, describe: 'Agree to a request to the live gateway' },
          ...jsonOption,
        })
        .example(examplesOf(name, isPlace))
        .epilogue(
          `Every field of the request is an option; a dot goes one level deeper (--customer.email). In sandbox mode, fields that are not given are\nthose of the example:\n${JSON.stringify(example, null, 2)}`,
        ),
    handler: async ({ data, yes, json, ...options }) => {
      const fields = Object.fromEntries(
        Object.entries(options).filter(
          ([field, value]) => !NOT_FIELDS.includes(field) && value !== undefined,
        ),
      );
      const api = openApi();
      const given = readRequest({ data, fields }, makeUp);
      const isTrial = await orRepeat(isSandbox(api), repeatOf(given));
      const request = isTrial && data === undefined ? fillIn(given, example) : given;
      if (!isTrial) agree(about, request, yes);
      // before it is sent: whatever happens, the caller can ask for it, and repeat it
      console.error(`Reference: ${request.reference}`);
      const { status, answer } = await orRepeat(api.send('POST', path, request.body), repeatOf(request));
      console.log(json ? JSON.stringify(answer, null, 2) : showCreated(name, answer));
      if (status === IN_PROGRESS)
        throw new CommandError(STILL_WORKING, EXIT_CODES.unknown, repeatOf(request));
    },
  };
}

const IN_PROGRESS = 202;
const STILL_WORKING = 'Oware is still working on it. The outcome is unknown.';

function refuseWithout(name: Name, example: Fields): never {
  throw new CommandError(
    `\`oware ${name}\` needs --reference: your own name for it. A repeat under the same reference does nothing twice.`,
    EXIT_CODES.failed,
    { about: 'For example:', more: ['--reference', String(example.reference)] },
  );
}

/** Nothing is sent to a live gateway that the caller has not seen and agreed to. */
function agree(about: string, request: CreateRequest, yes: boolean): void {
  const what = describeLive(about, request);
  if (yes) console.error(what);
  else {
    throw new CommandError(`${what}\nNothing was sent.`, EXIT_CODES.failed, {
      about: `To send it${request.input}:`,
      more: [...request.pinned, '--yes'],
    });
  }
}

const repeatOf = ({ pinned, input }: CreateRequest): NextCommand => ({
  about: `Repeat exactly this command${input}. Under the same reference it does nothing twice:`,
  more: pinned,
});

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
