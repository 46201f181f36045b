import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import type { Config } from '../config/config.js';

/** Fields that would hold secrets or card data if they reached a log line by mistake. */
const REDACTED = [
  'authorization',
  'secretKey',
  'accessToken',
  'token',
  'card',
  'pin',
  'cvv',
  'otp',
  'bvn',
  'nin',
];

export function createLog(name: string, { logLevel, logFormat }: Config): Logger {
  const paths = REDACTED.flatMap((field) => [field, `*.${field}`]);
  const options = { name, level: logLevel, redact: paths };
  if (logFormat === 'json') return pino(options);
  return pino(
    options,
    pretty({
      colorize: process.stdout.isTTY,
      ignore: 'pid,hostname,name',
      translateTime: 'HH:MM:ss.l',
      singleLine: true,
      sync: true,
    }),
  );
}
