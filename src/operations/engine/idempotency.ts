import { hash } from 'node:crypto';
import { parsePath } from '../../content/catalog/paths.js';
import { dayMs } from '../../lib/clock.js';
import type { Semaphores } from '../../lib/concurrency.js';
import { invalidField, PortalError } from '../../lib/errors.js';
import { sortedJson } from '../../lib/json.js';
import { pathText } from '../../store/git/tree.js';
import type { KeyedRequest } from '../../store/history/keyed-commits.js';
import type { Repository, Written } from '../../store/repository.js';
import type { Draft } from '../../store/snapshot.js';
import type { CommittedFiles, Input, VersionedAnswer, WriteOperation } from './contract.js';

const keyLifeMs = dayMs;

/** One to 255 visible characters of ASCII, without those that would have to be escaped in a structured header (RFC 9651). */
export const idempotencyKeyForm = /^[!#-[\]-~]{1,255}$/;
export const idempotencyKeyRule = '1 to 255 visible ASCII characters, without quotes and backslashes';

/** Hashes of a key and of its request, with the caller's id: keys of different callers never meet. */
export function keyedRequest(key: string, caller: string, operation: string, { params, body }: Input): KeyedRequest {
  return { key: digest(`${caller}\n${key}`), request: digest(canonical([operation, params, body])) };
}

/** Key of a form with a one-time name: sent again as it was, it is one write. */
export function onceKey(once: string, sent: unknown): string {
  return digest(JSON.stringify([once, sent]));
}

function digest(text: string): string {
  return hash('sha256', text, 'buffer').subarray(0, 16).toString('base64url');
}

/** JSON with the members of objects in alphabetical order; empty for a value nested so deep that it is refused anyway. */
function canonical(value: unknown): string {
  try {
    return sortedJson(value);
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}

/** Message of `conflict`; OpenAPI's example is the same. */
export const stillRunning = 'A request with this Idempotency-Key is still running. Send it again in a moment.';

interface IdempotentWrite<C, Value> {
  /** `null` if it is not repeated. */
  readonly keyed: KeyedRequest | null;
  readonly now: Date;
  /** Semaphores that the running writes hold, by their key. */
  readonly semaphores: Semaphores;
  work(draft: Draft<C>): Promise<Value>;
}

/**
 * Does a write unless a commit of the last day was made for its key. The look-up is part of the queued write: two processes
 * cannot both commit.
 *
 * @throws `conflict` while a write with the key is running, `invalid` when the key was for another request, and what the write does
 */
export async function writeOnce<C, Value>(
  repository: Repository<C>,
  { keyed, now, semaphores, work }: IdempotentWrite<C, Value>,
): Promise<{ readonly written: Written<C, Value> } | { readonly commit: string }> {
  if (keyed === null) return { written: await repository.write(work) };
  const { key, request } = keyed;
  const release = semaphores.tryAcquire(`idempotency ${key}`, 1);
  if (release === null) throw new PortalError('conflict', stillRunning);
  try {
    const since = new Date(now.getTime() - keyLifeMs);
    // A long history is read before the write is queued, so that other writes continue. Each further wait would split batches.
    if (!repository.latest.isKeyIndexLoaded()) await (await repository.read()).findByIdempotencyKey(key, since);
    const written = await repository.write(async (draft) => {
      const made = await draft.published.findByIdempotencyKey(key, since);
      if (made === null) return { answer: await work(draft) };
      if (made.request === request) return { commit: made.commit };
      throw invalidField('idempotency_key', 'The idempotency_key was sent before, with another request.');
    });
    const { answer } = written;
    return 'commit' in answer ? { commit: answer.commit } : { written: { ...written, answer: answer.answer } };
  } finally {
    release();
  }
}

/**
 * Answers a repeated write.
 *
 * @param stored where a brand's file is in this repository
 */
export async function replayWrite<Value>(
  repository: Pick<Repository<unknown>, 'versions' | 'readFile'>,
  { name, replay }: WriteOperation<Value>,
  commit: string,
  rest: Pick<CommittedFiles, 'params' | 'sanitizer' | 'snapshot' | 'review'>,
  prefix = '',
): Promise<VersionedAnswer<Value>> {
  if (replay === undefined) throw new Error(`The operation ${name} cannot be replayed`);
  const { versions } = repository;
  const differences = await versions.differences(await versions.parentOf(commit), commit);
  const stored = differences.flatMap(({ path, after }) =>
    after === null || !path.startsWith(prefix) ? [] : (parsePath(pathText(path.slice(prefix.length))) ?? []),
  );
  return replay({
    ...rest,
    stored,
    readFile: (path) => repository.readFile(prefix + path, commit),
    trailer: (key) => versions.trailerOf(commit, key),
  });
}
