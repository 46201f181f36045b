import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { isDay } from '../domain/calendar.js';
import type { Policy } from '../domain/collection/policy.js';
import { kobo } from '../domain/money.js';
import { NEWEST_RULES } from '../domain/rules-version.js';
import type { TransferFees } from '../domain/transfer-fees.js';

export interface Setting<Schema extends z.ZodType = z.ZodType> {
  /** Name of the environment variable. */
  readonly variable: string;
  /** Noun phrase for error messages: "expected …". */
  readonly expected: string;
  readonly schema: Schema;
  readonly fallback?: string;
  /** Error messages do not show the value. */
  readonly secret?: true;
  /** Noun phrase for `.env.example`, docs/settings.md and error messages. */
  readonly about: string;
  /** Workflows read it: `Settings` has it under the same name. */
  readonly forLifecycles?: true;
}

function setting<Schema extends z.ZodType, const Flag extends true | undefined = undefined>(
  given: Omit<Setting<Schema>, 'forLifecycles'> & { readonly forLifecycles?: Flag },
) {
  return { ...given, forLifecycles: given.forLifecycles as Flag };
}

const port = z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(0).max(65_535));
const wholeNumber = z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(1));
const amountKobo = z.string().regex(/^\d+$/).transform(Number).pipe(z.int()).transform(kobo);
const schedule = z
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
  .regex(/^(accept|hold|refund)$|^(accept|refund):\d+$/)
  .transform((given) => given.split(':'))
  .transform(([action, upTo]): Policy => ({
    action: action as Policy['action'],
    ...(upTo !== undefined && { upToKobo: kobo(Number(upTo)) }),
  }));
const transferFees = z
  .string()
  .regex(/^0=\d{1,15}(,\d{1,15}=\d{1,15})*$/)
  .transform((given): TransferFees => given.split(',').map(toTransferFee))
  .refine((fees) => fees.every(({ fromKobo }, n) => fromKobo > (fees[n - 1]?.fromKobo ?? -1)));
/** What is missing cannot be refunded. */
const withoutRefund = policy.refine(({ action }) => action !== 'refund');
const names = z
  .string()
  .regex(/^([^\s,/]+(,[^\s,/]+)*)?$/)
  .transform((given) => given.split(',').filter((name) => name !== ''));
const days = z
  .string()
  .transform((given) => given.split(',').filter((day) => day !== ''))
  .refine((given) => given.every(isDay));
const dayCounts = z
  .string()
  .regex(/^(\d{1,3}(,\d{1,3})*)?$/)
  .transform((given) => (given === '' ? [] : given.split(',').map(Number)));
const webhookSecrets = z
  .string()
  .transform((given) => given.split(/[\s,]+/))
  .pipe(
    z.array(z.string().regex(/^whsec_([A-Za-z0-9+/]{4}){8,}([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/)).max(2),
  );
const httpUrl = z.url({ protocol: /^https?$/ });
const text = z.string().min(1);
const onOrOff = z.enum(['on', 'off']).transform((given) => given === 'on');
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.optional();

function toTransferFee(pair: string) {
  const [from, fee] = pair.split('=').map((digits) => kobo(Number(digits)));
  return { fromKobo: from ?? kobo(0), feeKobo: fee ?? kobo(0) };
}

const A_PORT = 'a port number from 0 to 65535';
const AN_URL = 'an http:// or https:// URL';
const PAIRS = 'a comma-separated list of name=value';
const A_POLICY = 'hold, accept or refund, or accept:<kobo> or refund:<kobo> (up to that amount)';
const A_SCHEDULE = 'a comma-separated list of milliseconds';
const MILLISECONDS = 'a number of milliseconds, at least 1';
const KOBO = 'a whole number of kobo';

export const SETTINGS = {
  host: setting({
    variable: 'OWARE_HOST',
    schema: text,
    expected: 'an IP address or host name of this machine',
    fallback: '127.0.0.1',
    about: 'address that every process listens on',
  }),
  apiPort: setting({
    variable: 'OWARE_API_PORT',
    schema: port,
    expected: A_PORT,
    fallback: '3000',
    about: 'merchant API and gateway event endpoint',
  }),
  sandboxPort: setting({
    variable: 'OWARE_SANDBOX_PORT',
    schema: port,
    expected: A_PORT,
    fallback: '3001',
    about: 'sandbox',
  }),
  workerPort: setting({
    variable: 'OWARE_WORKER_PORT',
    schema: port,
    expected: A_PORT,
    fallback: '3002',
    about: 'health and metrics of the worker',
  }),
  merchantPort: setting({
    variable: 'OWARE_MERCHANT_PORT',
    schema: port,
    expected: A_PORT,
    fallback: '3004',
    about: '`oware listen`, which receives webhooks in place of the merchant',
  }),
  temporalPort: setting({
    variable: 'OWARE_TEMPORAL_PORT',
    schema: port,
    expected: A_PORT,
    fallback: '7233',
    about: 'Temporal server that Oware starts',
  }),
  temporalUiPort: setting({
    variable: 'OWARE_TEMPORAL_UI_PORT',
    schema: port,
    expected: A_PORT,
    fallback: '8233',
    about: 'Web UI of the Temporal server that Oware starts',
  }),
  apiUrl: setting({
    variable: 'OWARE_API_URL',
    schema: optional(httpUrl),
    expected: AN_URL,
    about: 'the API that the command line calls; the one of `oware dev` in this folder unless set',
  }),
  apiKey: setting({
    variable: 'OWARE_API_KEY',
    schema: optional(z.string().min(1)),
    expected: 'an API key',
    secret: true,
    about: 'the API key of the command line; the one of `oware dev` in this folder unless set',
  }),
  publicUrl: setting({
    variable: 'OWARE_PUBLIC_URL',
    schema: optional(httpUrl),
    expected: AN_URL,
    about:
      'public URL of the API; if set, payers return through /return, which triggers a check with the gateway',
  }),
  returnKey: setting({
    variable: 'OWARE_RETURN_KEY',
    schema: optional(z.string().min(16)),
    expected: 'at least 16 characters, the same for worker and api',
    secret: true,
    about: 'signs the tokens in return URLs; required with OWARE_PUBLIC_URL',
  }),
  customerHashKey: setting({
    variable: 'OWARE_CUSTOMER_HASH_KEY',
    schema: optional(z.string().min(16)),
    expected: 'at least 16 characters, the same for worker, api and clients',
    secret: true,
    about: 'hashes e-mail addresses for lists of one customer; without it there are none',
  }),
  apiConnections: setting({
    variable: 'OWARE_API_CONNECTIONS',
    schema: wholeNumber,
    expected: 'a whole number, at least 1',
    fallback: '2000',
    about:
      'maximum number of open connections to the API; a further one replaces one that waits for its client',
  }),
  apiRequestsPerSecond: setting({
    variable: 'OWARE_API_REQUESTS_PER_SECOND',
    schema: wholeNumber,
    expected: 'a whole number, at least 1',
    fallback: '200',
    about: 'requests that one API key may send in a second; twice as many at once after a pause',
  }),
  eventSources: setting({
    variable: 'OWARE_EVENT_SOURCES',
    schema: z
      .string()
      .transform((given) => given.split(',').filter((each) => each !== ''))
      .pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))),
    expected: 'a comma-separated list of IP addresses and networks, such as 192.0.2.7,198.51.100.0/24',
    fallback: '',
    about:
      'addresses that gateway events may come from; any if empty. Behind proxies, set OWARE_TRUSTED_PROXIES',
  }),
  trustedProxies: setting({
    variable: 'OWARE_TRUSTED_PROXIES',
    schema: z.string().regex(/^\d$/).transform(Number),
    expected: 'a whole number from 0 to 9',
    fallback: '0',
    about:
      'number of proxies in front of the API; decides which X-Forwarded-For address rate limits apply to',
  }),
  metricsPort: setting({
    variable: 'OWARE_METRICS_PORT',
    schema: optional(port),
    expected: A_PORT,
    about: 'metrics of the API; not served if unset, on the API port if equal to OWARE_API_PORT',
  }),
  temporalMetricsPort: setting({
    variable: 'OWARE_TEMPORAL_METRICS_PORT',
    schema: optional(port),
    expected: A_PORT,
    about: "metrics of Temporal's SDK in the worker; not served if unset",
  }),
  home: setting({
    variable: 'OWARE_HOME',
    schema: text,
    expected: 'a folder',
    fallback: '.oware',
    about: 'state of `oware dev`: databases, keys, dev.json',
  }),
  cache: setting({
    variable: 'OWARE_CACHE',
    schema: text,
    expected: 'a folder',
    fallback: join(homedir(), '.cache', 'oware'),
    about: 'downloaded or built Temporal servers, shared by all clones',
  }),
  temporalCli: setting({
    variable: 'OWARE_TEMPORAL_CLI',
    schema: optional(text),
    expected: 'the path of a temporal CLI',
    about: 'temporal CLI whose dev server Oware starts; if unset, Oware finds or installs one',
  }),
  unpinnedDownloads: setting({
    variable: 'OWARE_UNPINNED_DOWNLOADS',
    schema: z.enum(['refuse', 'allow']),
    expected: 'refuse or allow',
    fallback: 'refuse',
    about: "permission to run the SDK's download of a Temporal server, which has no pinned hash",
  }),
  retentionDays: setting({
    variable: 'OWARE_RETENTION_DAYS',
    schema: wholeNumber,
    expected: 'a whole number of days, at least 1',
    fallback: '30',
    about: 'how long Temporal keeps closed workflows',
  }),
  taskQueue: setting({
    variable: 'OWARE_TASK_QUEUE',
    schema: text,
    expected: 'a name',
    fallback: 'oware',
    about: 'task queue of workflows and gateway reads; the queues of gateway writes derive from it',
  }),
  gatewayMode: setting({
    variable: 'OWARE_GATEWAY_MODE',
    schema: z.enum(['sandbox', 'live']),
    expected: 'sandbox or live',
    fallback: 'sandbox',
    about: 'mode of the gateway; keys and URLs of the other mode are refused',
  }),
  gatewayUrl: setting({
    variable: 'OWARE_GATEWAY_URL',
    schema: httpUrl,
    expected: AN_URL,
    fallback: 'http://127.0.0.1:3001',
    about: 'base URL of the gateway',
  }),
  gatewayApiKey: setting({
    variable: 'OWARE_GATEWAY_API_KEY',
    schema: optional(text),
    expected: 'an API key',
    about: "the merchant's API key at the gateway",
  }),
  gatewaySecretKey: setting({
    variable: 'OWARE_GATEWAY_SECRET_KEY',
    schema: optional(text),
    expected: 'a secret key',
    secret: true,
    about: "the merchant's secret key at the gateway; also verifies event signatures",
  }),
  gatewayOldSecretKey: setting({
    variable: 'OWARE_GATEWAY_OLD_SECRET_KEY',
    schema: optional(text),
    expected: 'a secret key',
    secret: true,
    about: 'previous secret key during a rotation; its event signatures remain valid',
  }),
  gatewayContract: setting({
    variable: 'OWARE_GATEWAY_CONTRACT',
    schema: optional(text),
    expected: 'a contract code',
    about: 'contract code at the gateway',
  }),
  gatewayWallet: setting({
    variable: 'OWARE_GATEWAY_WALLET',
    schema: optional(z.string().regex(/^\d{10}$/)),
    expected: 'an account number of 10 digits',
    about:
      'account number of the wallet that money is paid out of; required for transfers, batches and refunds',
  }),
  gatewayProfile: setting({
    variable: 'OWARE_GATEWAY_PROFILE',
    schema: z.enum(['specification', 'observed']),
    expected: 'specification or observed',
    fallback: 'specification',
    about: "assumptions where the gateway's specification is silent; `oware assumptions` lists them",
  }),
  gatewayAssumptions: setting({
    variable: 'OWARE_GATEWAY_ASSUMPTIONS',
    schema: pairs,
    expected: PAIRS,
    fallback: '',
    about: 'single assumptions that differ from the profile, such as signatureHeader=x-signature',
  }),
  gatewayPaths: setting({
    variable: 'OWARE_GATEWAY_PATHS',
    schema: pairs,
    expected: PAIRS,
    fallback: '',
    about: 'gateway endpoints at other paths than specified, such as getTransaction=/api/v3/…',
  }),
  gatewayProxy: setting({
    variable: 'OWARE_GATEWAY_PROXY',
    schema: optional(httpUrl),
    expected: AN_URL,
    about: 'HTTP proxy for calls to the gateway',
  }),
  gatewayCaFile: setting({
    variable: 'OWARE_GATEWAY_CA_FILE',
    schema: optional(text),
    expected: 'a PEM file',
    about: 'certificate authority of the gateway, if the system does not trust it',
  }),
  otpInApi: setting({
    variable: 'OWARE_OTP_IN_API',
    schema: onOrOff,
    expected: 'on or off',
    fallback: 'off',
    about:
      "whether the api of live mode takes OTPs of payouts, reveals paycodes and looks up people; it then holds the gateway's keys and needs OWARE_GATEWAY_API_KEY and OWARE_GATEWAY_CONTRACT. In sandbox mode it does so whenever it has these keys",
  }),
  gatewayDuplicateGuard: setting({
    variable: 'OWARE_GATEWAY_DUPLICATE_GUARD',
    schema: onOrOff,
    expected: 'on or off',
    fallback: 'on',
    about:
      'whether the gateway refuses the same amount to the same account within two minutes; if on, a batch with such rows is refused',
  }),
  apiKeysFile: setting({
    variable: 'OWARE_API_KEYS_FILE',
    schema: optional(text),
    expected: 'a JSON file with hashed API keys',
    about: 'API keys of merchant services and of people who approve payouts',
  }),
  grantKeysFile: setting({
    variable: 'OWARE_GRANT_KEYS_FILE',
    schema: optional(text),
    expected: 'a JSON file with a list of { id, key }, the same for worker and api',
    about:
      'keys that sign and verify who asked for and who approved a payout; the first one signs; without them no approval is possible',
  }),
  approvalAboveKobo: setting({
    variable: 'OWARE_APPROVAL_ABOVE_KOBO',
    schema: amountKobo,
    expected: KOBO,
    fallback: '100000000',
    about: 'largest payout that needs no approval by another person',
    forLifecycles: true,
  }),
  approvalAboveDailyKobo: setting({
    variable: 'OWARE_APPROVAL_ABOVE_DAILY_KOBO',
    schema: optional(amountKobo),
    expected: KOBO,
    about:
      'sum of payouts a day (West Africa Time) above which each further one needs an approval; no limit if unset',
    forLifecycles: true,
  }),
  approvalAboveDailyPerKeyKobo: setting({
    variable: 'OWARE_APPROVAL_ABOVE_DAILY_PER_KEY_KOBO',
    schema: optional(amountKobo),
    expected: KOBO,
    about: 'the same for the payouts that one API key asks for; no limit if unset',
    forLifecycles: true,
  }),
  approvalWindowMs: setting({
    variable: 'OWARE_APPROVAL_WINDOW_MS',
    schema: wholeNumber,
    expected: MILLISECONDS,
    fallback: '86400000',
    about: 'how long a payout waits for its approval before it expires',
    forLifecycles: true,
  }),
  webhookUrl: setting({
    variable: 'OWARE_WEBHOOK_URL',
    schema: optional(httpUrl),
    expected: AN_URL,
    about: 'merchant URL that receives webhooks; none are sent if unset',
  }),
  webhookSecrets: setting({
    variable: 'OWARE_WEBHOOK_SECRET',
    schema: optional(webhookSecrets),
    expected: 'whsec_ followed by at least 24 bytes in base64, or two of these with a space between them',
    secret: true,
    about:
      'signs webhooks (Standard Webhooks); required with OWARE_WEBHOOK_URL; two secrets during a rotation',
  }),
  webhookDisableAfterMs: setting({
    variable: 'OWARE_WEBHOOK_DISABLE_AFTER_MS',
    schema: z.string().regex(/^\d+$/).transform(Number).pipe(z.int()),
    expected: 'a number of milliseconds, or 0 for never',
    fallback: '259200000',
    about: 'how long every webhook must have failed before the endpoint is switched off; never if 0',
  }),
  webhookAllowPrivate: setting({
    variable: 'OWARE_WEBHOOK_ALLOW_PRIVATE',
    schema: z.enum(['true', 'false']).transform((given) => given === 'true'),
    expected: 'true or false',
    fallback: 'false',
    about:
      'whether OWARE_WEBHOOK_URL may be a receiver in your own network in live mode: http://, or an address that is not public',
  }),
  checkoutWindowMs: setting({
    variable: 'OWARE_CHECKOUT_WINDOW_MS',
    schema: wholeNumber,
    expected: MILLISECONDS,
    fallback: '2400000',
    about: 'how long the gateway accepts payments for a checkout',
    forLifecycles: true,
  }),
  closingGraceMs: setting({
    variable: 'OWARE_CLOSING_GRACE_MS',
    schema: wholeNumber,
    expected: MILLISECONDS,
    fallback: '5000',
    about: 'delay between the end of the checkout window and the closing check',
    forLifecycles: true,
  }),
  recheckScheduleMs: setting({
    variable: 'OWARE_RECHECK_SCHEDULE_MS',
    schema: schedule,
    expected: A_SCHEDULE,
    fallback: '2000,10000,60000,300000',
    about: "delays between checks while the gateway's record proves nothing",
    forLifecycles: true,
  }),
  propagationMs: setting({
    variable: 'OWARE_PROPAGATION_MS',
    schema: wholeNumber,
    expected: MILLISECONDS,
    fallback: '120000',
    about: 'time after which a gateway read that finds nothing allows the same reference to be sent again',
    forLifecycles: true,
  }),
  absenceHorizonMs: setting({
    variable: 'OWARE_ABSENCE_HORIZON_MS',
    schema: wholeNumber,
    expected: MILLISECONDS,
    fallback: '86400000',
    about: 'time after which a gateway that has no record of a request has surely not received it',
    forLifecycles: true,
  }),
  safetyChecksMs: setting({
    variable: 'OWARE_SAFETY_CHECKS_MS',
    schema: schedule,
    expected: A_SCHEDULE,
    fallback: '300000',
    about: 'when to check a checkout page or account that was issued to a payer, if no event arrived',
    forLifecycles: true,
  }),
  dailyCheckMs: setting({
    variable: 'OWARE_DAILY_CHECK_MS',
    schema: wholeNumber,
    expected: MILLISECONDS,
    fallback: '86400000',
    about: 'interval of checks for lifecycles that wait longer than an hour, if no event arrived',
    forLifecycles: true,
  }),
  unresolvedAfterMs: setting({
    variable: 'OWARE_UNRESOLVED_AFTER_MS',
    schema: wholeNumber,
    expected: MILLISECONDS,
    fallback: '86400000',
    about:
      'how long an outcome may stay unknown before Oware adds a review item; at most an hour where it is unknown whether the gateway has the request at all',
    forLifecycles: true,
  }),
  holidays: setting({
    variable: 'OWARE_HOLIDAYS',
    schema: days,
    expected: 'a comma-separated list of days such as 2026-12-25',
    fallback: '',
    about: 'days on which banks do not work, besides Saturdays and Sundays',
    forLifecycles: true,
  }),
  unsettledAfterDays: setting({
    variable: 'OWARE_UNSETTLED_AFTER_DAYS',
    schema: wholeNumber,
    expected: 'a number of days, at least 1',
    fallback: '2',
    about: 'working days after which a payment that the gateway has not settled needs review',
    forLifecycles: true,
  }),
  checkGapMs: setting({
    variable: 'OWARE_CHECK_GAP_MS',
    schema: wholeNumber,
    expected: MILLISECONDS,
    fallback: '5000',
    about: 'minimum interval between checks; requests within it share one check',
    forLifecycles: true,
  }),
  retryScheduleMs: setting({
    variable: 'OWARE_RETRY_SCHEDULE_MS',
    schema: schedule,
    expected: A_SCHEDULE,
    fallback: '1000,5000,15000,60000',
    about: 'delays between attempts of an idempotent gateway write',
    forLifecycles: true,
  }),
  webhookRetryScheduleMs: setting({
    variable: 'OWARE_WEBHOOK_RETRY_SCHEDULE_MS',
    schema: schedule,
    expected: A_SCHEDULE,
    fallback: '60000,300000,1800000,7200000,21600000,43200000,86400000,86400000',
    about: 'delays between webhook attempts after the immediate retries failed; about three days in total',
    forLifecycles: true,
  }),
  feeCeilingKobo: setting({
    variable: 'OWARE_FEE_CEILING_KOBO',
    schema: wholeNumber.transform(kobo),
    expected: KOBO,
    fallback: '200000',
    about: 'largest surplus that counts as a fee borne by the customer',
    forLifecycles: true,
  }),
  policyUnderpaid: setting({
    variable: 'OWARE_POLICY_UNDERPAID',
    schema: withoutRefund,
    expected: 'hold, accept, or accept:<kobo> (accept up to that amount)',
    fallback: 'hold',
    about: 'policy for a checkout or invoice that is underpaid when its window ends',
  }),
  policyOverpaid: setting({
    variable: 'OWARE_POLICY_OVERPAID',
    schema: policy,
    expected: A_POLICY,
    fallback: 'accept',
    about: 'policy for overpayments',
  }),
  policyLate: setting({
    variable: 'OWARE_POLICY_LATE',
    schema: policy,
    expected: A_POLICY,
    fallback: 'hold',
    about: 'policy for payments after a checkout, invoice or account has ended',
  }),
  policyDuplicate: setting({
    variable: 'OWARE_POLICY_DUPLICATE',
    schema: policy,
    expected: A_POLICY,
    fallback: 'hold',
    about: 'policy for a second payment through another channel',
  }),
  policyNameMismatch: setting({
    variable: 'OWARE_POLICY_NAME_MISMATCH',
    schema: z.enum(['hold', 'refuse', 'accept']),
    expected: 'hold, refuse or accept',
    fallback: 'hold',
    about: "policy for a payout whose account name at the bank differs from the merchant's",
    forLifecycles: true,
  }),
  transferValidityMs: setting({
    variable: 'OWARE_TRANSFER_VALIDITY_MS',
    schema: wholeNumber,
    expected: MILLISECONDS,
    fallback: '86400000',
    about: 'how long a transfer may wait to be sent, unless its request gives a time',
    forLifecycles: true,
  }),
  chargeValidityMs: setting({
    variable: 'OWARE_CHARGE_VALIDITY_MS',
    schema: wholeNumber,
    expected: MILLISECONDS,
    fallback: '86400000',
    about: 'how long a token charge may wait to be sent',
    forLifecycles: true,
  }),
  subscriptionRetryDays: setting({
    variable: 'OWARE_SUBSCRIPTION_RETRY_DAYS',
    schema: dayCounts,
    expected: 'a comma-separated list of days',
    fallback: '1,3',
    about: 'days after each failed charge of a subscription period until the next one',
    forLifecycles: true,
  }),
  refundValidityMs: setting({
    variable: 'OWARE_REFUND_VALIDITY_MS',
    schema: wholeNumber,
    expected: MILLISECONDS,
    fallback: '86400000',
    about: 'how long a refund may wait to be sent',
    forLifecycles: true,
  }),
  refundMinKobo: setting({
    variable: 'OWARE_REFUND_MIN_KOBO',
    schema: wholeNumber.transform(kobo),
    expected: 'a whole number of kobo',
    fallback: '10000',
    about: 'smallest refund that the gateway accepts',
    forLifecycles: true,
  }),
  refundFeeKobo: setting({
    variable: 'OWARE_REFUND_FEE_KOBO',
    schema: amountKobo,
    expected: KOBO,
    fallback: '1000',
    about: 'fee of a refund, which the wallet must cover too',
    forLifecycles: true,
  }),
  transferMaxKobo: setting({
    variable: 'OWARE_TRANSFER_MAX_KOBO',
    schema: optional(wholeNumber),
    expected: 'an amount in kobo',
    about: 'largest transfer and largest row of a batch; no limit if unset',
    forLifecycles: true,
  }),
  invoiceRemindersMs: setting({
    variable: 'OWARE_INVOICE_REMINDERS_MS',
    schema: z
      .string()
      .regex(/^(\d{1,12}(,\d{1,12}){0,9})?$/)
      .transform((given) =>
        given
          .split(',')
          .filter((text) => text !== '')
          .map(Number),
      ),
    expected: 'a comma-separated list of at most ten durations in milliseconds, or nothing',
    fallback: '86400000',
    about: 'how long before an invoice expires the merchant gets the webhook `invoice.due`; none if empty',
    forLifecycles: true,
  }),
  listsCacheMs: setting({
    variable: 'OWARE_LISTS_CACHE_MS',
    schema: wholeNumber,
    expected: MILLISECONDS,
    fallback: '3600000',
    about: 'how long the api keeps lists of the gateway that seldom change: banks, billers, sub-accounts',
  }),
  namesCacheMs: setting({
    variable: 'OWARE_NAMES_CACHE_MS',
    schema: wholeNumber,
    expected: MILLISECONDS,
    fallback: '600000',
    about: 'how long the api keeps the name that a bank holds for an account',
  }),
  transferOtpWindowMs: setting({
    variable: 'OWARE_TRANSFER_OTP_WINDOW_MS',
    schema: wholeNumber,
    expected: MILLISECONDS,
    fallback: '1800000',
    about: 'how long a payout waits for its OTP before Oware checks whether it expired at the gateway',
    forLifecycles: true,
  }),
  otpResendCooldownMs: setting({
    variable: 'OWARE_OTP_RESEND_COOLDOWN_MS',
    schema: wholeNumber,
    expected: MILLISECONDS,
    fallback: '60000',
    about: 'shortest time between two OTPs of the same payout',
    forLifecycles: true,
  }),
  failureConfirmMs: setting({
    variable: 'OWARE_FAILURE_CONFIRM_MS',
    schema: wholeNumber,
    expected: MILLISECONDS,
    fallback: '300000',
    about: 'time after which a failed payout is read again; only then is it safe to pay again',
    forLifecycles: true,
  }),
  transferFees: setting({
    variable: 'OWARE_TRANSFER_FEES',
    schema: transferFees,
    expected: 'a comma-separated list of amount=fee in kobo, with ascending amounts, the first 0',
    fallback: '0=1000,1000000=2000,5000000=4000',
    about: "the gateway's fees for transfers: each applies from its amount on; funding checks add them",
    forLifecycles: true,
  }),
  payoutOtp: setting({
    variable: 'OWARE_PAYOUT_OTP',
    schema: onOrOff,
    expected: 'on or off',
    fallback: 'off',
    about:
      'whether the gateway is expected to want an OTP for payouts; if on, parts of a batch are sent one after the other, and a batch has 2,000 rows at most',
    forLifecycles: true,
  }),
  nameEnquiriesPerSecond: setting({
    variable: 'OWARE_NAME_ENQUIRIES_PER_SECOND',
    schema: wholeNumber,
    expected: 'a whole number, at least 1',
    fallback: '50',
    about: 'most name enquiries for rows of batches that a worker makes each second',
  }),
  batchSealMs: setting({
    variable: 'OWARE_BATCH_SEAL_MS',
    schema: wholeNumber,
    expected: MILLISECONDS,
    fallback: '3600000',
    about: 'how long a batch waits for all its rows to be stored before it is refused',
    forLifecycles: true,
  }),
  batchMaxRows: setting({
    variable: 'OWARE_BATCH_MAX_ROWS',
    schema: wholeNumber.pipe(z.int().max(100_000)),
    expected: 'a whole number from 1 to 100000',
    fallback: '10000',
    about: 'maximum number of rows in a batch; its body may have 512 bytes for each',
  }),
  otpMaxAttempts: setting({
    variable: 'OWARE_OTP_MAX_ATTEMPTS',
    schema: wholeNumber,
    expected: 'a whole number, at least 1',
    fallback: '3',
    about: 'maximum number of incorrect OTPs per card charge, transfer or part of a batch',
    forLifecycles: true,
  }),
  cardAuthTimeoutMs: setting({
    variable: 'OWARE_CARD_AUTH_TIMEOUT_MS',
    schema: wholeNumber,
    expected: MILLISECONDS,
    fallback: '600000',
    about: 'how long a card charge waits for the OTP or for 3-D Secure',
    forLifecycles: true,
  }),
  vaultTimeoutMs: setting({
    variable: 'OWARE_VAULT_TIMEOUT_MS',
    schema: wholeNumber,
    expected: MILLISECONDS,
    fallback: '20000',
    about: 'how long the vault may take to start a card charge; after that the card is not charged',
    forLifecycles: true,
  }),
  gatewayEventGraceMs: setting({
    variable: 'OWARE_GATEWAY_EVENT_GRACE_MS',
    schema: wholeNumber,
    expected: MILLISECONDS,
    fallback: '120000',
    about: 'how long a finished workflow stays open for the event of an outcome it learned by a check',
    forLifecycles: true,
  }),
  mandateRemindersMs: setting({
    variable: 'OWARE_MANDATE_REMINDERS_MS',
    schema: schedule,
    expected: A_SCHEDULE,
    fallback: '86400000,259200000,604800000,1814400000',
    about:
      'times after the create of a mandate at which the merchant is reminded of an authorization that is due',
    forLifecycles: true,
  }),
  mandateAuthorizationMs: setting({
    variable: 'OWARE_MANDATE_AUTHORIZATION_MS',
    schema: wholeNumber,
    expected: MILLISECONDS,
    fallback: '2592000000',
    about: 'how long the gateway waits for the authorization of a mandate',
    forLifecycles: true,
  }),
  debitValidityMs: setting({
    variable: 'OWARE_DEBIT_VALIDITY_MS',
    schema: wholeNumber.pipe(z.int().max(259_200_000)),
    expected: 'a number of milliseconds from 1 to 259200000, which is 72 hours',
    fallback: '259200000',
    about: 'how long after its due time a debit may be sent',
    forLifecycles: true,
  }),
  debitRetryMs: setting({
    variable: 'OWARE_DEBIT_RETRY_MS',
    schema: wholeNumber,
    expected: MILLISECONDS,
    fallback: '86400000',
    about:
      'delay between the proven failure of a planned debit and its next attempt, if the mandate allows one',
    forLifecycles: true,
  }),
  debitChecksMs: setting({
    variable: 'OWARE_DEBIT_CHECKS_MS',
    schema: schedule,
    expected: A_SCHEDULE,
    fallback: '60000,300000,1800000,7200000',
    about: 'delays between checks of a debit that the gateway accepted, if no event arrives',
    forLifecycles: true,
  }),
  pauseCheckMs: setting({
    variable: 'OWARE_PAUSE_CHECK_MS',
    schema: wholeNumber,
    expected: MILLISECONDS,
    fallback: '900000',
    about: 'how often a paused lifecycle checks for a resume that it was not notified of',
    forLifecycles: true,
  }),
  fundsCheckMs: setting({
    variable: 'OWARE_FUNDS_CHECK_MS',
    schema: wholeNumber,
    expected: MILLISECONDS,
    fallback: '60000',
    about: "how often a lifecycle that waits for funds reads the wallet's balance",
    forLifecycles: true,
  }),
  sweepMarginMs: setting({
    variable: 'OWARE_SWEEP_MARGIN_MS',
    schema: z.string().regex(/^\d+$/).transform(Number),
    expected: 'a number of milliseconds',
    fallback: '300000',
    about: 'age of the newest records that a sweep of the current day compares',
    forLifecycles: true,
  }),
  sweepRecheckScheduleMs: setting({
    variable: 'OWARE_SWEEP_RECHECK_SCHEDULE_MS',
    schema: schedule,
    expected: A_SCHEDULE,
    fallback: '60000,300000,1800000',
    about: 'when a sweep looks again at what differed, after it has compared everything',
    forLifecycles: true,
  }),
  sweepRepeatScheduleMs: setting({
    variable: 'OWARE_SWEEP_REPEAT_SCHEDULE_MS',
    schema: schedule,
    expected: A_SCHEDULE,
    fallback: '900000,3600000,10800000,21600000,43200000,86400000,172800000',
    about: 'when a sweep that is incomplete, or has differences left, is repeated, counted from its last end',
    forLifecycles: true,
  }),
  followSince: setting({
    variable: 'OWARE_FOLLOW_SINCE',
    schema: z.string().refine((given) => given === '' || isDay(given)),
    expected: 'a day such as 2026-01-31',
    fallback: '',
    about:
      'the first day (in West Africa Time) on which Oware takes payments: sweeps and settlements leave alone what was paid before it and is not held here',
    forLifecycles: true,
  }),
  continueAsNewAfterHistoryEvents: setting({
    variable: 'OWARE_CONTINUE_AS_NEW_AFTER_HISTORY_EVENTS',
    schema: wholeNumber.pipe(z.int().min(100)),
    expected: 'a whole number, at least 100',
    fallback: '2000',
    about: 'history length at which a workflow continues as new',
    forLifecycles: true,
  }),
  rulesVersion: setting({
    variable: 'OWARE_RULES_VERSION',
    schema: wholeNumber.pipe(z.int().max(NEWEST_RULES)),
    expected: `a version of the rules that this build knows, at most ${NEWEST_RULES}`,
    fallback: '1',
    about:
      'version of the rules that open workflows change to; raise it when all running workers know it, and never lower it',
    forLifecycles: true,
  }),
  sandboxState: setting({
    variable: 'OWARE_SANDBOX_STATE',
    schema: optional(text),
    expected: 'a file',
    about: 'state file of the sandbox; in memory if unset',
  }),
  sandboxPublicUrl: setting({
    variable: 'OWARE_SANDBOX_PUBLIC_URL',
    schema: optional(httpUrl),
    expected: AN_URL,
    about: "public URL of the sandbox's pages, if it differs from the listening address",
  }),
  sandboxHosts: setting({
    variable: 'OWARE_SANDBOX_HOSTS',
    schema: names,
    expected: 'a comma-separated list of host names',
    fallback: '',
    about:
      'Host names that the sandbox and the Web UI accept besides localhost, loopback addresses and the public URL of the sandbox',
  }),
  sandboxWebhookUrl: setting({
    variable: 'OWARE_SANDBOX_WEBHOOK_URL',
    schema: optional(httpUrl),
    expected: AN_URL,
    about: "URL that receives the sandbox's events",
  }),
  sandboxMovesWorkflows: setting({
    variable: 'OWARE_SANDBOX_MOVES_WORKFLOWS',
    schema: z.enum(['true', 'false']).transform((given) => given === 'true'),
    expected: 'true or false',
    fallback: 'false',
    about:
      "whether moving the sandbox's clock fast-forwards open workflows; set by `oware dev`, never allowed in live mode",
  }),
  logLevel: setting({
    variable: 'OWARE_LOG_LEVEL',
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent']),
    expected: 'debug, info, warn, error or silent',
    fallback: 'info',
    about: 'minimum level of log lines',
  }),
  logFormat: setting({
    variable: 'OWARE_LOG_FORMAT',
    schema: z.enum(['json', 'pretty']),
    expected: 'json or pretty',
    fallback: 'json',
    about: 'log format: json for programs, pretty for people',
  }),
} as const;

type Table = typeof SETTINGS;

type LifecycleRow = {
  [Name in keyof Table]: Table[Name]['forLifecycles'] extends true ? Name : never;
}[keyof Table];

type ValueOf<Name extends keyof Table> = z.output<Table[Name]['schema']>;

type OptionalRow = {
  [Name in LifecycleRow]: undefined extends ValueOf<Name> ? Name : never;
}[LifecycleRow];

/** The settings that workflows read. One that is not set is absent. */
export type LifecycleSettings = {
  readonly [Name in Exclude<LifecycleRow, OptionalRow>]: ValueOf<Name>;
} & {
  readonly [Name in OptionalRow]?: Exclude<ValueOf<Name>, undefined>;
};
