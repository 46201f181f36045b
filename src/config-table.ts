import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

/** One setting: the variable that sets it, what it wants, and what stands when nothing is said. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  readonly variable: string;
  readonly wants: string;
  readonly schema: Schema;
  readonly fallback?: string;
  readonly secret?: true;
  readonly about: string;
}

function setting<Schema extends z.ZodType>(given: Setting<Schema>): Setting<Schema> {
  return given;
}

const port = z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(0).max(65_535));
const wholeNumber = z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(1));
const plan = z
  .string()
  .regex(/^\d+(,\d+)*$/)
  .transform((text) => text.split(',').map(Number));
const pairs = z
  .string()
  .regex(/^(\S+=[^,]*(,\S+=[^,]*)*)?$/)
  .transform((given) => (given === '' ? [] : given.split(',').map((pair) => pair.split(/=(.*)/s, 2))))
  .transform((entries): Readonly<Record<string, string>> => Object.fromEntries(entries) as never);
const policy = z
  .string()
  .regex(/^(accept|hold)$|^accept:\d+$/)
  .transform((given) => given.split(':'))
  .transform(([action, upTo]) => ({
    action: action as 'accept' | 'hold',
    ...(upTo !== undefined && { upToKobo: Number(upTo) }),
  }));
const names = z
  .string()
  .regex(/^([^\s,/]+(,[^\s,/]+)*)?$/)
  .transform((given) => given.split(',').filter((name) => name !== ''));
const httpUrl = z.url({ protocol: /^https?$/ });
const text = z.string().min(1);
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.optional();

const A_PORT = 'a port number from 0 to 65535';
const AN_URL = 'an address that begins with http:// or https://';
const PAIRS = 'name=value, separated by commas';
const A_POLICY = 'hold, accept, or accept:<kobo> for up to that much';
const A_PLAN = 'milliseconds, separated by commas';

export const SETTINGS = {
  host: setting({
    variable: 'OWARE_HOST',
    schema: text,
    wants: 'an address of this machine',
    fallback: '127.0.0.1',
    about: 'where every process listens; loopback unless you say otherwise',
  }),
  apiPort: setting({
    variable: 'OWARE_API_PORT',
    schema: port,
    wants: A_PORT,
    fallback: '3000',
    about: 'merchant API and webhook endpoint',
  }),
  sandboxPort: setting({
    variable: 'OWARE_SANDBOX_PORT',
    schema: port,
    wants: A_PORT,
    fallback: '3001',
    about: 'the sandbox of the gateway',
  }),
  workerPort: setting({
    variable: 'OWARE_WORKER_PORT',
    schema: port,
    wants: A_PORT,
    fallback: '3002',
    about: "the worker's health page",
  }),
  merchantPort: setting({
    variable: 'OWARE_MERCHANT_PORT',
    schema: port,
    wants: A_PORT,
    fallback: '3004',
    about: 'where `oware listen` takes notices in the merchant’s place',
  }),
  temporalPort: setting({
    variable: 'OWARE_TEMPORAL_PORT',
    schema: port,
    wants: A_PORT,
    fallback: '7233',
    about: 'the Temporal server that Oware starts itself',
  }),
  temporalUiPort: setting({
    variable: 'OWARE_TEMPORAL_UI_PORT',
    schema: port,
    wants: A_PORT,
    fallback: '8233',
    about: 'its Web UI',
  }),
  publicUrl: setting({
    variable: 'OWARE_PUBLIC_URL',
    schema: optional(httpUrl),
    wants: AN_URL,
    about:
      'where browsers find the API; with it payers come back through /return, and are asked about at once',
  }),
  returnKey: setting({
    variable: 'OWARE_RETURN_KEY',
    schema: optional(z.string().min(16)),
    wants: 'at least 16 characters, the same for worker and api',
    secret: true,
    about: 'makes return addresses that only their payer knows; needed with OWARE_PUBLIC_URL',
  }),
  apiConnections: setting({
    variable: 'OWARE_API_CONNECTIONS',
    schema: wholeNumber,
    wants: 'a whole number, at least 1',
    fallback: '2000',
    about: 'how many connections the api holds at once; further ones are closed',
  }),
  trustedProxies: setting({
    variable: 'OWARE_TRUSTED_PROXIES',
    schema: z.string().regex(/^\d$/).transform(Number),
    wants: 'a whole number from 0 to 9',
    fallback: '0',
    about:
      'how many proxies stand before the api, so that X-Forwarded-For tells whom a limit per address is for',
  }),
  metricsPort: setting({
    variable: 'OWARE_METRICS_PORT',
    schema: optional(port),
    wants: A_PORT,
    about:
      "metrics of the api, not served without it; the same as OWARE_API_PORT puts them on the api's own port",
  }),
  home: setting({
    variable: 'OWARE_HOME',
    schema: text,
    wants: 'a folder',
    fallback: '.oware',
    about: 'state of `oware dev`: databases, keys, dev.json',
  }),
  cache: setting({
    variable: 'OWARE_CACHE',
    schema: text,
    wants: 'a folder',
    fallback: join(homedir(), '.cache', 'oware'),
    about: 'servers that were downloaded or built, shared by all clones',
  }),
  temporalCli: setting({
    variable: 'OWARE_TEMPORAL_CLI',
    schema: optional(text),
    wants: 'the path of a temporal CLI',
    about: 'the temporal CLI whose dev server Oware starts; without it Oware finds one',
  }),
  unpinnedDownloads: setting({
    variable: 'OWARE_UNPINNED_DOWNLOADS',
    schema: z.enum(['refuse', 'allow']),
    wants: 'refuse or allow',
    fallback: 'refuse',
    about: "whether Oware may run the SDK's download of a Temporal server, which has no pinned hash",
  }),
  retentionDays: setting({
    variable: 'OWARE_RETENTION_DAYS',
    schema: wholeNumber,
    wants: 'a whole number of days, at least 1',
    fallback: '30',
    about: 'how long Temporal remembers finished payments',
  }),
  taskQueue: setting({
    variable: 'OWARE_TASK_QUEUE',
    schema: text,
    wants: 'a name',
    fallback: 'oware',
    about: 'task queue of workflows and gateway reads; changes, payouts and charges have queues beside it',
  }),
  gatewayMode: setting({
    variable: 'OWARE_GATEWAY_MODE',
    schema: z.enum(['sandbox', 'live']),
    wants: 'sandbox or live',
    fallback: 'sandbox',
    about: 'which keys and addresses are allowed together',
  }),
  gatewayUrl: setting({
    variable: 'OWARE_GATEWAY_URL',
    schema: httpUrl,
    wants: AN_URL,
    fallback: 'http://127.0.0.1:3001',
    about: 'the gateway',
  }),
  gatewayApiKey: setting({
    variable: 'OWARE_GATEWAY_API_KEY',
    schema: optional(text),
    wants: 'the merchant’s API key',
    about: 'API key at the gateway',
  }),
  gatewaySecretKey: setting({
    variable: 'OWARE_GATEWAY_SECRET_KEY',
    schema: optional(text),
    wants: 'the merchant’s secret key',
    secret: true,
    about: 'secret key at the gateway; it also signs events',
  }),
  gatewayOldSecretKey: setting({
    variable: 'OWARE_GATEWAY_OLD_SECRET_KEY',
    schema: optional(text),
    wants: 'the secret key that is being rotated out',
    secret: true,
    about: 'a second key whose signatures on events still count',
  }),
  gatewayContract: setting({
    variable: 'OWARE_GATEWAY_CONTRACT',
    schema: optional(text),
    wants: 'the contract code',
    about: 'contract code at the gateway',
  }),
  gatewayProfile: setting({
    variable: 'OWARE_GATEWAY_PROFILE',
    schema: z.enum(['specification', 'observed']),
    wants: 'specification or observed',
    fallback: 'specification',
    about: 'what is assumed where the specification is silent; `oware assumptions` lists it',
  }),
  gatewayAssumptions: setting({
    variable: 'OWARE_GATEWAY_ASSUMPTIONS',
    schema: pairs,
    wants: PAIRS,
    fallback: '',
    about: 'single assumptions that differ from the profile, such as signatureHeader=x-signature',
  }),
  gatewayPaths: setting({
    variable: 'OWARE_GATEWAY_PATHS',
    schema: pairs,
    wants: PAIRS,
    fallback: '',
    about: 'endpoints at other paths than the contract has, such as getTransaction=/api/v3/…',
  }),
  gatewayProxy: setting({
    variable: 'OWARE_GATEWAY_PROXY',
    schema: optional(httpUrl),
    wants: AN_URL,
    about: 'a proxy on the way to the gateway',
  }),
  gatewayCaFile: setting({
    variable: 'OWARE_GATEWAY_CA_FILE',
    schema: optional(text),
    wants: 'a file with certificates in PEM form',
    about: 'the certificate authority of the gateway, where the system does not know it',
  }),
  apiKeysFile: setting({
    variable: 'OWARE_API_KEYS_FILE',
    schema: optional(text),
    wants: 'a JSON file of hashed API keys',
    about: 'who may call the merchant API',
  }),
  webhookUrl: setting({
    variable: 'OWARE_WEBHOOK_URL',
    schema: optional(httpUrl),
    wants: AN_URL,
    about: 'where the merchant is told; nothing is sent without it',
  }),
  webhookSecret: setting({
    variable: 'OWARE_WEBHOOK_SECRET',
    schema: optional(z.string().regex(/^whsec_[A-Za-z0-9+/]{32,}=*$/)),
    wants: 'whsec_ and at least 24 bytes in base64',
    secret: true,
    about: 'signs notices',
  }),
  checkoutWindowMs: setting({
    variable: 'OWARE_CHECKOUT_WINDOW_MS',
    schema: wholeNumber,
    wants: 'milliseconds',
    fallback: '2400000',
    about: 'how long the gateway takes money for a checkout',
  }),
  closingGraceMs: setting({
    variable: 'OWARE_CLOSING_GRACE_MS',
    schema: wholeNumber,
    wants: 'milliseconds',
    fallback: '5000',
    about: 'how long after the window the gateway is asked whether it is over',
  }),
  recheckScheduleMs: setting({
    variable: 'OWARE_RECHECK_SCHEDULE_MS',
    schema: plan,
    wants: A_PLAN,
    fallback: '2000,10000,60000,300000',
    about: 'how a question is repeated while its answer proves nothing',
  }),
  propagationMs: setting({
    variable: 'OWARE_PROPAGATION_MS',
    schema: wholeNumber,
    wants: 'milliseconds',
    fallback: '10000',
    about: 'until a read of the gateway surely shows what was written before it',
  }),
  safetyChecksMs: setting({
    variable: 'OWARE_SAFETY_CHECKS_MS',
    schema: plan,
    wants: A_PLAN,
    fallback: '300000',
    about: 'when what was handed out to a payer is checked although no event came',
  }),
  dailyCheckMs: setting({
    variable: 'OWARE_DAILY_CHECK_MS',
    schema: wholeNumber,
    wants: 'milliseconds',
    fallback: '86400000',
    about: 'how often what waits longer than an hour is checked although no event came',
  }),
  unresolvedAfterMs: setting({
    variable: 'OWARE_UNRESOLVED_AFTER_MS',
    schema: wholeNumber,
    wants: 'milliseconds',
    fallback: '86400000',
    about: 'how long the gateway may leave something unanswered before a person is told',
  }),
  checkGapMs: setting({
    variable: 'OWARE_CHECK_GAP_MS',
    schema: wholeNumber,
    wants: 'milliseconds',
    fallback: '5000',
    about: 'check requests that come closer together share one check',
  }),
  retryScheduleMs: setting({
    variable: 'OWARE_RETRY_SCHEDULE_MS',
    schema: plan,
    wants: A_PLAN,
    fallback: '1000,5000,15000,60000',
    about: 'how a harmless change is tried again',
  }),
  webhookRetryScheduleMs: setting({
    variable: 'OWARE_WEBHOOK_RETRY_SCHEDULE_MS',
    schema: plan,
    wants: A_PLAN,
    fallback: '60000,300000,1800000,7200000,21600000,43200000,86400000,86400000',
    about: 'when the merchant is told again after quick attempts failed; about three days',
  }),
  feeCeilingKobo: setting({
    variable: 'OWARE_FEE_CEILING_KOBO',
    schema: wholeNumber,
    wants: 'a whole number of kobo',
    fallback: '200000',
    about: 'the most that a surplus may be and still pass as the fee the customer bears',
  }),
  policyUnderpaid: setting({
    variable: 'OWARE_POLICY_UNDERPAID',
    schema: policy,
    wants: A_POLICY,
    fallback: 'hold',
    about: 'when less than asked was paid by the end of the window',
  }),
  policyOverpaid: setting({
    variable: 'OWARE_POLICY_OVERPAID',
    schema: policy,
    wants: A_POLICY,
    fallback: 'accept',
    about: 'when more than asked was paid',
  }),
  policyLate: setting({
    variable: 'OWARE_POLICY_LATE',
    schema: policy,
    wants: A_POLICY,
    fallback: 'hold',
    about: 'when money comes after the end',
  }),
  policyDuplicate: setting({
    variable: 'OWARE_POLICY_DUPLICATE',
    schema: policy,
    wants: A_POLICY,
    fallback: 'hold',
    about: 'when it is paid a second time, by another way',
  }),
  otpMaxAttempts: setting({
    variable: 'OWARE_OTP_MAX_ATTEMPTS',
    schema: wholeNumber,
    wants: 'a whole number, at least 1',
    fallback: '3',
    about: 'how often a payer may mistake the code of a card',
  }),
  cardAuthTimeoutMs: setting({
    variable: 'OWARE_CARD_AUTH_TIMEOUT_MS',
    schema: wholeNumber,
    wants: 'milliseconds, at least 1',
    fallback: '600000',
    about: 'how long a card waits for its code, or for the payer at its issuer',
  }),
  vaultTimeoutMs: setting({
    variable: 'OWARE_VAULT_TIMEOUT_MS',
    schema: wholeNumber,
    wants: 'milliseconds, at least 1',
    fallback: '20000',
    about: 'after this a desk that has not taken up a card is taken for gone, and nothing was charged',
  }),
  gatewayEventGraceMs: setting({
    variable: 'OWARE_GATEWAY_EVENT_GRACE_MS',
    schema: wholeNumber,
    wants: 'milliseconds, at least 1',
    fallback: '120000',
    about: 'how long a story stays for the event of what it learned by asking',
  }),
  continueAsNewAfterHistoryEvents: setting({
    variable: 'OWARE_CONTINUE_AS_NEW_AFTER_HISTORY_EVENTS',
    schema: wholeNumber.pipe(z.int().min(100)),
    wants: 'a whole number, at least 100',
    fallback: '2000',
    about: 'how many events of history a story without an end gathers before it goes on in a new run',
  }),
  sandboxState: setting({
    variable: 'OWARE_SANDBOX_STATE',
    schema: optional(text),
    wants: 'a file',
    about: 'where the sandbox keeps its books; in memory without it',
  }),
  sandboxPublicUrl: setting({
    variable: 'OWARE_SANDBOX_PUBLIC_URL',
    schema: optional(httpUrl),
    wants: AN_URL,
    about: "where browsers find the sandbox's pages, if not where it listens",
  }),
  sandboxHosts: setting({
    variable: 'OWARE_SANDBOX_HOSTS',
    schema: names,
    wants: 'host names, separated by commas',
    fallback: '',
    about:
      'names that callers use for the sandbox beside localhost, loopback addresses and its public address; it refuses every other Host',
  }),
  sandboxWebhookUrl: setting({
    variable: 'OWARE_SANDBOX_WEBHOOK_URL',
    schema: optional(httpUrl),
    wants: AN_URL,
    about: 'where the sandbox sends its events',
  }),
  sandboxMovesWorkflows: setting({
    variable: 'OWARE_SANDBOX_MOVES_WORKFLOWS',
    schema: z.enum(['true', 'false']).transform((given) => given === 'true'),
    wants: 'true or false',
    fallback: 'false',
    about:
      "whether moving the sandbox's clock fast-forwards the open workflows of the task queue; set by `oware dev`, impossible in live mode",
  }),
  logLevel: setting({
    variable: 'OWARE_LOG_LEVEL',
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent']),
    wants: 'debug, info, warn, error or silent',
    fallback: 'info',
    about: 'how much is logged',
  }),
  logFormat: setting({
    variable: 'OWARE_LOG_FORMAT',
    schema: z.enum(['json', 'pretty']),
    wants: 'json or pretty',
    fallback: 'json',
    about: 'for programs or for people',
  }),
} as const;
