import { readFileSync, readlinkSync } from 'node:fs';
import { uptime } from 'node:os';

/**
 * Name of a process: `<boot>.<pid namespace>.<pid>.<start>`, since process ids are reused, and mean another process in every container.
 * A part that Linux does not tell is `unknown`.
 */
export const processNamePattern = '(?:[0-9a-f]{8}|unknown)\\.(?:\\d+|unknown)\\.\\d+\\.(?:\\d+|unknown)';

/** Boot time of this machine, by its clock at the start of this process. */
export const bootTimeMs = Date.now() - uptime() * 1000;

let ownName: string | undefined;

export function thisProcess(): string {
  ownName ??= `${bootId()}.${pidNamespace()}.${process.pid}.${startOf(process.pid)}`;
  return ownName;
}

/** `elsewhere`: in another container of this machine, where its life cannot be seen. */
type ProcessState = 'alive' | 'dead' | 'elsewhere';

export function stateOf(name: string): ProcessState {
  const [boot, namespace, pid = '', start] = name.split('.');
  if (boot !== bootId()) return 'dead';
  if (namespace !== pidNamespace()) return 'elsewhere';
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return 'dead';
  }
  return start === startOf(Number(pid)) ? 'alive' : 'dead';
}

export function bootId(): string {
  return readOr('/proc/sys/kernel/random/boot_id', 'unknown').slice(0, 8);
}

/** The number in `pid:[4026531836]`; see pid_namespaces(7). */
function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? 'unknown';
  } catch {
    return 'unknown';
  }
}

/** Start of a process, in clock ticks since boot: field 22 of proc(5) `stat`. */
function startOf(pid: number): string {
  const text = readOr(`/proc/${pid}/stat`, '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? 'unknown';
}

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
}
