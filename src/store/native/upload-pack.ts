import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { endGroup, environment, giveWay, safeDirectory, withStreams } from './native-git.js';

/** Idle time-out: a client that takes nothing for so long is gone. */
const stallSeconds = 60;

/** Time-out, longer than any clone over a slow line takes. */
const longestMs = 60 * 60 * 1000;

const longestComplaint = 1000;

/** Decided here and nowhere else: the last value that fits decides which references are hidden. */
const settings = [
  // Without this a partial clone works in protocol version 2 alone, which always gives the object asked for.
  'uploadpack.allowAnySHA1InWant=true',
  'uploadpack.hideRefs=refs',
  'uploadpack.hideRefs=!refs/heads/main',
  'pack.threads=1',
].flatMap((setting) => ['-c', setting]);

/**
 * By the environment, which git reads since 2.31: it can refuse filters by kind since 2.29 only, and without these it refuses
 * them all. Others than this one make it walk the trees again for each part of what is asked for.
 */
const filters = [
  ['uploadpack.allowFilter', 'true'],
  ['uploadpackfilter.allow', 'false'],
  ['uploadpackfilter.blob:none.allow', 'true'],
] as const;

const filtersEnvironment = Object.fromEntries([
  ['GIT_CONFIG_COUNT', String(filters.length)],
  ...filters.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]),
]);

export type ProtocolVersion = 'version=0' | 'version=1' | 'version=2';

export interface UploadPackOptions {
  readonly gitdir: string;
  /** What the client asks; `null`: only for the references. */
  readonly request: Buffer | null;
  readonly protocol: ProtocolVersion | null;
  /** Of each process: upload-pack's own, and that of the one that makes the pack. */
  readonly cpuSeconds: number;
}

/** How git ended. */
export interface Ended {
  /** `null`: by a signal, or it could not be started. */
  readonly code: number | null;
  readonly complaint: string;
  /** It had used up its processor time. */
  readonly isCut: boolean;
}

export interface UploadPack {
  /** In the form that the client reads. */
  readonly answer: Readable;
  /** Resolves when git and all it started have ended. Never rejects. */
  readonly ended: Promise<Ended>;
  /** Ends git early. */
  end(): void;
}

/** What upload-pack says first when the process that makes the pack was cut. */
const cutPack = new RegExp(`^error: .* died of signal ${constants.signals.SIGXCPU}\n`);

/**
 * Becomes git, with so much processor time for each of its processes and no core dump at its end. Where the system allows
 * less, that holds already.
 */
const limited = 'ulimit -S -t "$1" 2>/dev/null; ulimit -S -c 0; shift; exec git "$@"';

/**
 * Serves one request of a fetch from a bare repository, with git's own `upload-pack`. Changes nothing.
 *
 * @throws `unavailable` when too many files are open
 */
export function uploadPack({ gitdir, request, protocol, cpuSeconds }: UploadPackOptions): UploadPack {
  const mode = ['--stateless-rpc', '--strict', `--timeout=${stallSeconds}`];
  if (request === null) mode.push('--http-backend-info-refs');
  const args = [...safeDirectory, ...settings, 'upload-pack', ...mode, gitdir];
  const child = withStreams(
    spawn('/bin/sh', ['-c', limited, 'sh', String(cpuSeconds), ...args], {
      env: { ...environment, ...filtersEnvironment, ...(protocol === null ? {} : { GIT_PROTOCOL: protocol }) },
      stdio: ['pipe', 'pipe', 'pipe'],
      // A process group of its own: what it starts to make the pack ends with it.
      detached: true,
    }),
  );
  giveWay(child.pid);
  // git may answer before it has read everything.
  child.stdin.on('error', () => {}).end(request ?? undefined);
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, longestComplaint);
  });
  const end = (): void => {
    // Once it has ended, its number may be another process's.
    if (child.exitCode === null && child.signalCode === null) endGroup(child.pid);
  };
  const timer = setTimeout(end, longestMs);
  const ended = new Promise<Ended>((resolve) => {
    child.once('error', ({ message }) => resolve({ code: null, complaint: message, isCut: false }));
    child.once('close', (code, signal) => {
      resolve({ code, complaint, isCut: signal === 'SIGXCPU' || cutPack.test(complaint) });
    });
  }).finally(() => clearTimeout(timer));
  return { answer: child.stdout, ended, end };
}

/** Whether git can tell a repository's references: what it then refuses is not the repository's fault. */
export async function advertises(options: UploadPackOptions): Promise<boolean> {
  const { answer, ended } = uploadPack({ ...options, request: null });
  answer.resume();
  return (await ended).code === 0;
}
