import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { endGroup, environment, lowerPriority, safeDirectory, withStreams } from './native-git.js';

/** Idle time-out of the client. */
const stallSeconds = 60;

/** Longer than a clone over a slow line takes. */
const timeoutMs = 60 * 60 * 1000;

/** Characters of git's error output that are kept. */
const maxErrorText = 1000;

/** Overrides every configuration file: of `hideRefs` the last matching value counts. */
const settings = [
  // Without this setting, a partial clone works only in version 2 of the protocol, which always gives the object asked for.
  'uploadpack.allowAnySHA1InWant=true',
  'uploadpack.hideRefs=refs',
  'uploadpack.hideRefs=!refs/heads/main',
  'pack.threads=1',
].flatMap((setting) => ['-c', setting]);

/**
 * Filters of partial clones that git allows. They are given by the environment, which git reads since 2.31: older versions refuse all
 * filters. Any filter but `blob:none` makes git walk the trees again for each part of a request.
 */
const filters = [
  ['uploadpack.allowFilter', 'true'],
  ['uploadpackfilter.allow', 'false'],
  ['uploadpackfilter.blob:none.allow', 'true'],
] as const;

const filtersEnvironment = Object.fromEntries([
  ['GIT_CONFIG_COUNT', String(filters.length)],
  ...filters.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]),
]);

export const protocolVersions = ['version=0', 'version=1', 'version=2'] as const;
export type ProtocolVersion = (typeof protocolVersions)[number];

export interface UploadPackOptions {
  readonly gitdir: string;
  /** The client's request; `null` for only the references. */
  readonly request: Buffer | null;
  readonly protocol: ProtocolVersion | null;
  /** Limit for each process: upload-pack, and the one that makes the pack. */
  readonly cpuSeconds: number;
}

export interface Ended {
  /** `null` if ended by a signal, or not started. */
  readonly code: number | null;
  readonly stderr: string;
  /** Whether git had used up its processor time. */
  readonly hitCpuLimit: boolean;
}

export interface UploadPack {
  readonly answer: Readable;
  /** Never rejects. */
  readonly ended: Promise<Ended>;
  end(): void;
}

/** First words of upload-pack when the process that makes the pack had used up its processor time. */
const packHitCpuLimit = new RegExp(`^error: .* died of signal ${constants.signals.SIGXCPU}\n`);

/** Shell script that runs git with a limit of processor time for each of its processes, without core dumps. A lower limit of the system stays. */
const runWithCpuLimit = 'ulimit -S -t "$1" 2>/dev/null; ulimit -S -c 0; shift; exec git "$@"';

/**
 * Serves one request of a fetch from a bare repository, with git's own `upload-pack`. Changes nothing.
 *
 * @throws `unavailable` when too many files are open
 */
export function uploadPack(options: UploadPackOptions): UploadPack {
  const child = spawnUploadPack(options);
  lowerPriority(child.pid);
  // git may answer before it has read everything.
  child.stdin.on('error', () => {}).end(options.request ?? undefined);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(0, maxErrorText);
  });

  const end = (): void => {
    // After it has ended, its id may be another process's.
    if (child.exitCode === null && child.signalCode === null) endGroup(child.pid);
  };
  const timer = setTimeout(end, timeoutMs);
  const ended = new Promise<Ended>((resolve) => {
    child.once('error', ({ message }) => resolve({ code: null, stderr: message, hitCpuLimit: false }));
    child.once('close', (code, signal) => {
      resolve({ code, stderr, hitCpuLimit: signal === 'SIGXCPU' || packHitCpuLimit.test(stderr) });
    });
  }).finally(() => clearTimeout(timer));
  return { answer: child.stdout, ended, end };
}

function spawnUploadPack({ gitdir, request, protocol, cpuSeconds }: UploadPackOptions) {
  const mode = ['--stateless-rpc', '--strict', `--timeout=${stallSeconds}`];
  if (request === null) mode.push('--http-backend-info-refs');
  const args = [...safeDirectory, ...settings, 'upload-pack', ...mode, gitdir];
  const child = spawn('/bin/sh', ['-c', runWithCpuLimit, 'sh', String(cpuSeconds), ...args], {
    env: { ...environment, ...filtersEnvironment, ...(protocol === null ? {} : { GIT_PROTOCOL: protocol }) },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A process group, so that the process that makes the pack ends with it.
    detached: true,
  });
  return withStreams(child);
}

/** Whether git can read a repository's references. If so, a refusal is not the repository's fault. */
export async function advertises(options: UploadPackOptions): Promise<boolean> {
  const { answer, ended } = uploadPack({ ...options, request: null });
  answer.resume();
  return (await ended).code === 0;
}
