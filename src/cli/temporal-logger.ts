import type { Logger as TemporalLogger, LogLevel } from '@temporalio/worker';
import type { Logger } from 'pino';

/** The workers of the write queues run no workflows. */
const EXPECTED = /^No workflows registered/;

/** Writes the SDK's log lines to our log, except TRACE, which contains payloads. */
export function toTemporalLogger(log: Logger): TemporalLogger {
  const write = (level: LogLevel, message: string, meta: object = {}) => {
    if (level === 'TRACE') return;
    if (level === 'ERROR') log.error(meta, message);
    else if (level === 'WARN' && !EXPECTED.test(message)) log.warn(meta, message);
    // the SDK's INFO lines are about its internals
    else log.debug(meta, message);
  };
  return {
    log: write,
    trace: () => undefined,
    debug: (message, meta) => write('DEBUG', message, meta),
    info: (message, meta) => write('INFO', message, meta),
    warn: (message, meta) => write('WARN', message, meta),
    error: (message, meta) => write('ERROR', message, meta),
  };
}
