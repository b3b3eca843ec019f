import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { endGroup, environment, giveWay, safeDirectory, withStreams } from './native-git.js';

/** A client that takes nothing for so long is gone. */
const stallSeconds = 60;

/** Longer than any clone over a slow line takes. */
const longestMs = 60 * 60 * 1000;

const longestComplaint = 1000;

/** Decided here and nowhere else: the last value that fits decides which references are hidden. */
const settings: readonly (readonly [string, string])[] = [
  ['uploadpack.allowFilter', 'true'],
  // Without this a partial clone works in protocol version 2 alone, which always gives the object asked for.
  ['uploadpack.allowAnySHA1InWant', 'true'],
  ['uploadpack.hideRefs', 'refs'],
  ['uploadpack.hideRefs', '!refs/heads/main'],
  ['pack.threads', '1'],
];

const settingsEnvironment = Object.fromEntries([
  ['GIT_CONFIG_COUNT', String(settings.length)],
  ...settings.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]),
]);

export type ProtocolVersion = 'version=0' | 'version=1' | 'version=2';

export interface UploadPackOptions {
  /** What the client asks; `null`: only the references are told. */
  readonly request: Buffer | null;
  readonly protocol: ProtocolVersion | null;
}

export interface UploadPack {
  /** In the form that the client reads. */
  readonly answer: Readable;
  /** Resolves when git and all it started have ended; `code` is `null` when that was by a signal. Never rejects. */
  readonly ended: Promise<{ readonly code: number | null; readonly complaint: string }>;
  /** Ends git early. */
  end(): void;
}

/**
 * Serves one request of a fetch from a bare repository, with git's own `upload-pack`. Changes nothing.
 *
 * @throws `unavailable` when too many files are open
 */
export function uploadPack(gitdir: string, { request, protocol }: UploadPackOptions): UploadPack {
  const mode = ['--stateless-rpc', '--strict', `--timeout=${stallSeconds}`];
  if (request === null) mode.push('--http-backend-info-refs');
  const child = withStreams(
    spawn('git', [...safeDirectory, 'upload-pack', ...mode, gitdir], {
      env: { ...environment, ...settingsEnvironment, ...(protocol === null ? {} : { GIT_PROTOCOL: protocol }) },
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
  const ended = new Promise<{ code: number | null; complaint: string }>((resolve) => {
    child.once('error', (error) => resolve({ code: null, complaint: error.message }));
    child.once('close', (code) => resolve({ code, complaint }));
  }).finally(() => clearTimeout(timer));
  return { answer: child.stdout, ended, end };
}
