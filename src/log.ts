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

/**
 * One JSON object a line on standard error: standard output belongs to the commands. Lines are written beside the work,
 * those of one moment together, and whatever is left when the process exits.
 */
export function createLog(level: LogLevel): Log {
  return pino({ level, base: null, timestamp }, pino.destination({ dest: 2, sync: false }));
}
