import { type Logger, pino } from 'pino';

export type Log = Logger;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

let [stampedMs, stamp] = [0, ''];

/** ISO 8601 with milliseconds, made once for all lines of one. */
function timestamp(): string {
  const ms = Date.now();
  if (ms !== stampedMs) {
    stampedMs = ms;
    stamp = `,"time":"${new Date(ms).toISOString()}"`;
  }
  return stamp;
}

/** Handing over each line by itself would cost more than much of the work it is about. */
const together = { minLength: 4096, maxWrite: 8192, periodicFlush: 100 };

/**
 * One JSON object a line on standard error: standard output belongs to the commands. Lines are written beside the work,
 * 4 KiB or a tenth of a second of them together, and whatever is left when the process exits.
 */
export function createLog(level: LogLevel): Log {
  return pino({ level, base: null, timestamp }, pino.destination({ dest: 2, sync: false, ...together }));
}
