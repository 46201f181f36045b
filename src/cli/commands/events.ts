import { readFileSync } from 'node:fs';
import { request } from 'undici';
import type { CommandModule } from 'yargs';
import { readConfig, readEnvironment } from '../../config/config.js';
import { isSignedBy, signEvent } from '../../gateway/signature.js';
import { gatewayProfile } from '../gateway.js';
import { openApi, openSandbox } from '../api-connection.js';
import { readDevJson } from '../dev-json.js';
import { CommandError, EXIT_CODES } from '../explain-error.js';
import { jsonOption, print, showTable } from '../table.js';

interface BodyOptions {
  readonly file: string;
  readonly secret?: string | undefined;
}

const BODY = {
  file: {
    type: 'string',
    demandOption: true,
    describe: 'The body exactly as received; - for standard input',
  },
  secret: {
    type: 'string',
    describe: "The gateway's secret key [default: OWARE_GATEWAY_SECRET_KEY, or that of `oware dev`]",
  },
} as const;

const verify: CommandModule<object, BodyOptions & { readonly signature: string }> = {
  command: 'verify',
  describe: 'Tell whether the gateway signed a body',
  builder: (args) =>
    args
      .options({ ...BODY, signature: { type: 'string', demandOption: true, describe: 'Of the header' } })
      .example('$0 events verify --file event.json --signature 5f2a…', 'the whole value of the header'),
  handler: ({ file, secret, signature }) => {
    const isSigned = isSignedBy(bodyOf(file), signature, [secretOf(secret)]);
    if (!isSigned) throw new CommandError('The signature does not fit the body.', EXIT_CODES.refused);
    console.log('The signature fits the body.');
  },
};

const send: CommandModule<object, BodyOptions & { readonly url?: string | undefined }> = {
  command: 'send',
  describe: 'Sign a body as the gateway does, and send it to the event endpoint',
  builder: (args) =>
    args
      .options({
        ...BODY,
        url: { type: 'string', describe: 'The event endpoint [default: that of the API]' },
      })
      .example('$0 events send --file event.json', 'an event that was kept in a file'),
  handler: async ({ file, secret, url = `${openApi().url}/webhooks/gateway` }) => {
    const body = bodyOf(file);
    const { signatureHeader } = gatewayProfile(readConfig(readEnvironment()));
    const reply = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [signatureHeader]: signEvent(body, secretOf(secret)) },
      body,
    });
    const text = await reply.body.text();
    if (reply.statusCode !== 200)
      throw new CommandError(`HTTP ${reply.statusCode}: ${text}`, EXIT_CODES.refused);
    console.log('Accepted.');
  },
};

interface Delivery {
  readonly id: string;
  readonly eventType: string;
  readonly state: string;
  readonly createdAt: number;
}

const replay: CommandModule<object, { readonly id?: string | undefined; readonly json: boolean }> = {
  command: 'replay [id]',
  describe: 'Have the sandbox deliver one of its events again; lists the newest if no id is given',
  builder: (args) =>
    args
      .positional('id', { type: 'string', describe: 'The id of a delivery' })
      .options(jsonOption)
      .example('$0 events replay', 'list the newest events')
      .example('$0 events replay D00000012', 'deliver one again'),
  handler: async ({ id, json }) => {
    const sandbox = openSandbox();
    if (id !== undefined) {
      await sandbox.call('POST', `/sandbox/deliveries/${encodeURIComponent(id)}/replay`, {});
      console.log(`Event ${id} is delivered again.`);
      return;
    }
    const all = (await sandbox.call('GET', '/sandbox/deliveries')) as unknown as readonly Delivery[];
    print(all.slice(0, 20), json, (rows) =>
      showTable(
        ['id', 'event', 'at', 'state'],
        rows.map(({ id: each, eventType, createdAt, state }) => [
          each,
          eventType,
          new Date(createdAt).toISOString(),
          state,
        ]),
      ),
    );
  },
};

export const eventsCommand: Pick<CommandModule, 'builder' | 'handler'> = {
  builder: (args) =>
    args
      .command(verify)
      .command(send)
      .command(replay)
      .demandCommand(1, 'Missing command: verify, send or replay.'),
  handler: () => undefined,
};

const bodyOf = (file: string) => readFileSync(file === '-' ? 0 : file);

function secretOf(given: string | undefined): string {
  const config = readConfig(readEnvironment());
  const secret = given ?? config.gatewaySecretKey ?? readDevJson(config)?.gateway.secretKey;
  if (secret === undefined) throw new CommandError('Set --secret or OWARE_GATEWAY_SECRET_KEY.');
  return secret;
}
