import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino';
import { escapeMisleading } from './lib/escape-misleading.js';
import { hideApiKeys } from './lib/redaction.js';

export type Log = Logger;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
type LogLevel = (typeof logLevels)[number];

/** One call for many lines, as bytes: single lines cost more than the work they tell of. */
const batching = { contentMode: 'buffer', minLength: 64 * 1024, maxWrite: 128 * 1024, periodicFlush: 100 } as const;

/** Upper bound on buffered lines, in bytes. */
const maxBuffered = 16 * 1024 * 1024;

/** Members of an error that hold no headers and no bodies: libraries hang the whole request onto theirs. */
function describeError(error: Error): object {
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, message, stack, ...(code === undefined ? {} : { code }) };
}

/** Lines never have a key, or control sequences of a terminal. */
const options: LoggerOptions = {
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: describeError },
  hooks: { streamWrite: (line) => hideApiKeys(escapeMisleading(line)) },
};

/**
 * One JSON object a line on standard error: standard output belongs to the commands. Lines are written in the background,
 * 64 KiB or a tenth of a second of them together, and the rest when the process exits. While they are not read,
 * 16 MiB wait. Further lines are lost, and a later line says how many.
 *
 * @param destination where the lines go instead
 */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  if (destination !== undefined) return pino({ ...options, level }, destination);
  const stream = pino.destination({ dest: 2, sync: false, maxLength: maxBuffered, ...batching });
  // The library's types cover only its default options.
  const write = (line: string): boolean => stream.write(Buffer.from(line) as unknown as string);
  // During a write, the stream's own flush ends with that write: lines that have come since are left for a second one.
  const flush = (done: (error?: Error) => void): void => stream.flush(() => stream.flush(done));
  // Fatal lines are written before the process ends.
  const flushed = { write, flush, flushSync: () => stream.flushSync() };
  const log = pino({ ...options, level }, flushed);
  let lost = 0;
  stream.on('drop', () => {
    lost += 1;
  });
  stream.on('drain', () => {
    if (lost === 0) return;
    log.warn({ lost }, 'the log was not read: lines are lost');
    lost = 0;
  });
  return log;
}
