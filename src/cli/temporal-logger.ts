import type { Logger as TemporalLogger, LogLevel } from '@temporalio/worker';
import type { Logger } from 'pino';

/** The worker of effects has no workflows, on purpose. */
const EXPECTED = /^No workflows registered/;

/** The SDK's own lines, in our log. At TRACE it writes every payload that comes and goes: no level of ours shows those. */
export function toTemporalLogger(log: Logger): TemporalLogger {
  const write = (level: LogLevel, message: string, meta: object = {}) => {
    if (level === 'TRACE') return;
    if (level === 'ERROR') log.error(meta, message);
    else if (level === 'WARN' && !EXPECTED.test(message)) log.warn(meta, message);
    // its informative lines are about its own workings
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
