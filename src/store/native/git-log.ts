import { PortalError } from '../../lib/errors.js';
import { say } from '../../lib/say.js';
import { type OwnCommit, timeOf } from '../git/commit.js';
import { branchName } from '../local/ref.js';
import { gitOutput, gitRecords, nativeGitVersion, runGit } from './native-git.js';

export interface HistoryEntry {
  readonly commit: string;
  /** Time of the commit: ISO 8601 in UTC. */
  readonly time: string;
  readonly author: string;
  readonly email: string;
  /** Trailers of this service's commits; `null` in others. */
  readonly operation: string | null;
  readonly key: string | null;
  readonly person: string | null;
  readonly via: string | null;
  /** Agent that acted for the person. */
  readonly client: string | null;
  /** Author of the proposal that was published: kind and id, and the grant of an agent. */
  readonly proposedBy: string | null;
  /** Number of the proposal that was published. */
  readonly proposal: number | null;
  /** Reason that the author gave. */
  readonly note: string | null;
  /** Outcome of an operation that has several. */
  readonly outcome: string | null;
  /** Things that it changed, as its trailers name them: the first of `itemCount`. */
  readonly items: readonly string[];
  readonly itemCount: number;
  /** `git`: another program than this service has made it. */
  readonly by: 'key' | 'person' | 'operator' | 'system' | 'git';
  readonly subject: string;
}

/** Kinds of authors, by which the history is filtered. An agent and a program both have a key; an agent comes over MCP. */
export const authorKinds = ['person', 'program', 'agent'] as const;
export type AuthorKind = (typeof authorKinds)[number];

/**
 * Kind of the proposer of a published proposal.
 *
 * @returns `null` for the operator, the service itself and git
 */
export function authorKindOf({
  by,
  via,
  client,
  proposedBy,
}: Pick<HistoryEntry, 'by' | 'via' | 'client' | 'proposedBy'>): AuthorKind | null {
  if (client !== null || proposedBy?.includes('(grant ')) return 'agent';
  const [kind] = proposedBy?.split(' ') ?? [by];
  if (kind === 'key') return proposedBy === null && via === 'mcp' ? 'agent' : 'program';
  return kind === 'person' ? 'person' : null;
}

/** Pattern of a line in every message of such an author's commits; other messages may have it, too. */
const messageLine: Readonly<Record<AuthorKind, string>> = {
  person: '^(Person:|Proposed-By: person) ',
  program: '^(Key:|Proposed-By: key) ',
  agent: '^(Via: mcp|Proposed-By: .*\\(grant )',
};

export interface HistoryOptions {
  /** Only commits that changed one of these files or folders. */
  readonly paths?: readonly string[] | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** Part of the author's name or address, in any case. */
  readonly author?: string | undefined;
  /** Part of one line of the message, in any case. */
  readonly text?: string | undefined;
  readonly actor?: AuthorKind | undefined;
  readonly limit?: number | undefined;
  /** The newest commit, by its full id; by default the branch's. */
  readonly from?: string | undefined;
  /** Excludes this commit, by its full id, and its ancestors. */
  readonly not?: string | undefined;
  /** Whether only first parents are followed: a merge is one change, with all that it brought. */
  readonly isMainline?: true | undefined;
}

const trailers = [
  'Operation',
  'Key',
  'Person',
  'Via',
  'Client',
  'Proposed-By',
  'Proposal',
  'Note',
  'Outcome',
  'Items',
  'Item',
];

/** Text between the values of a repeated trailer. An item has blanks, and a line of its own. */
const separatorOf = (key: string): string => (key === 'Item' ? '\n' : ' ');

function trailerFormat(key: string): string {
  const separator = encodeURIComponent(separatorOf(key)).replace('%', '%x');
  return `%(trailers:key=${key},valueonly,unfold,separator=${separator})`;
}

const format = ['%H', '%ct', '%an', '%ae', ...trailers.map(trailerFormat), '%s'];

/** @throws `unavailable` when there is no git on this machine */
export async function requireGit(): Promise<void> {
  if ((await nativeGitVersion()) !== null) return;
  throw new PortalError('unavailable', 'The history needs git, which is not installed on this machine.');
}

/**
 * The commits of the branch, newest first, streamed.
 *
 * @throws `unavailable` when there is no git on this machine
 */
export async function* history(gitdir: string, options: HistoryOptions = {}): AsyncGenerator<HistoryEntry> {
  await requireGit();
  const { actor, limit, ...others } = options;
  let count = 0;
  for await (const fields of log(gitdir, format, actor === undefined ? options : { actor, ...others })) {
    const entry = entryOf(fields);
    if (actor !== undefined && authorKindOf(entry) !== actor) continue;
    yield entry;
    count += 1;
    if (count === limit) return;
  }
}

/** `git log`: the fields of each commit. */
async function* log(gitdir: string, format: readonly string[], options: HistoryOptions): AsyncGenerator<string[]> {
  const limit = options.limit === undefined ? [] : [`--max-count=${options.limit}`];
  const args = ['log', '-z', `--format=${format.join('%x00')}`, ...limit, ...selection(options)];
  let fields: string[] = [];
  for await (const field of gitRecords(gitdir, args, '\0')) {
    fields.push(field);
    if (fields.length < format.length) continue;
    yield fields;
    fields = [];
  }
}

/**
 * Number of commits that `history` would find without its limit.
 *
 * @throws `unavailable` when there is no git on this machine
 */
export async function countHistory(gitdir: string, options: HistoryOptions = {}): Promise<number> {
  await requireGit();
  let count = 0;
  if (options.actor !== undefined) for await (const _ of history(gitdir, options)) count += 1;
  else
    for await (const line of gitRecords(gitdir, ['rev-list', '--count', ...selection(options)], '\n'))
      count = Number(line);
  return count;
}

/**
 * Times of commits in seconds since 1970, newest first: faster than `history`.
 *
 * @throws `unavailable` when there is no git on this machine
 */
export async function* commitTimes(
  gitdir: string,
  options: Pick<HistoryOptions, 'since' | 'from'>,
): AsyncGenerator<number> {
  await requireGit();
  for await (const [seconds] of log(gitdir, ['%ct'], options)) yield Number(seconds);
}

/**
 * The arguments of git that choose commits.
 *
 * @throws `bad_request` for texts of several lines, which git reads as several texts
 */
function selection({
  paths = [],
  since,
  until,
  author,
  text,
  actor,
  from = branchName,
  not,
  isMainline,
}: HistoryOptions): string[] {
  const isText = author !== undefined || text !== undefined || actor !== undefined;
  if (/[\r\n]/.test(`${author ?? ''}${text ?? ''}`)) {
    throw new PortalError('bad_request', 'A text to look for is one line.');
  }
  return [
    ...(isMainline ? ['--first-parent'] : []),
    ...(since === undefined ? [] : [`--max-age=${seconds(since)}`]),
    ...(until === undefined ? [] : [`--min-age=${seconds(until)}`]),
    ...(author === undefined ? [] : [`--author=${escaped(author)}`]),
    ...(text === undefined ? [] : [`--grep=${escaped(text)}`]),
    ...(actor === undefined ? [] : [`--grep=${messageLine[actor]}`, '--all-match']),
    ...(isText ? ['--extended-regexp', '--regexp-ignore-case'] : []),
    from,
    ...(not === undefined ? [] : [`^${not}`]),
    '--',
    ...paths,
  ];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Seconds since 1970: git's `--since` and `--until` would read some dates as now. */
function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

/** Entry of a commit that was read without git. */
export function entryOfOwn(commit: string, { author, seconds, subject, trailers: own }: OwnCommit): HistoryEntry {
  const values = trailers.map((key) => own.get(key.toLowerCase())?.join(separatorOf(key)) ?? '');
  return entryOf([commit, seconds, author.name, author.email, ...values, subject]);
}

function entryOf(fields: readonly string[]): HistoryEntry {
  const [commit = '', seconds = '', author = '', email = '', ...rest] = fields;
  const subject = rest.pop() ?? '';
  const values = rest.map((trailer) => trailer || null);
  const [operation = null, key = null, person = null, via = null, client = null, proposedBy = null] = values;
  const [published = null, note = null, outcome = null, allItems = null, namedItems = null] = values.slice(6);
  const items = operation === null || namedItems === null ? [] : namedItems.split('\n');
  const itemCount = Math.max(items.length, Number.parseInt(allItems ?? '', 10) || 0);
  const proposal = operation === null || published === null ? null : Number.parseInt(published, 10) || null;
  const time = timeOf(Number(seconds));
  const by = operation === null ? 'git' : committedBy(key, person);
  const acted = { operation, key, person, via, client, proposedBy, proposal, note, by };
  return { commit, time, author, email, ...acted, outcome, items, itemCount, subject };
}

function committedBy(key: string | null, person: string | null): HistoryEntry['by'] {
  if (person !== null) return 'person';
  if (key === 'system') return 'system';
  return key === null || key === 'cli' ? 'operator' : 'key';
}

const revision = /^(?:HEAD|[0-9a-f]{4,40})(?:~\d{0,7}|\^\d?){0,20}$/i;

/**
 * Full id of a revision: a commit's id or its first characters, or `HEAD`; with `~2` or `^` an ancestor of it.
 *
 * @throws `not_found` when there is none, `invalid` when there are several or a range is named; `unavailable` when there is
 * no git on this machine
 */
export async function resolveCommit(gitdir: string, text: string): Promise<string> {
  await requireGit();
  const quoted = JSON.stringify(text);
  if (text.includes('..')) {
    throw new PortalError('invalid', say`Give one commit, not the range ${quoted}, or two separated by a space.`);
  }
  if (revision.test(text)) {
    const args = ['rev-parse', '--verify', `${text.replace(/^HEAD/i, branchName)}^{commit}`];
    const { code, stdout, stderr } = await runGit(gitdir, args, { timeoutMs: 60_000 });
    if (code === 0) return stdout.trim();
    // Only this message of git tells several commits from none; `LC_ALL` keeps it in English.
    if (stderr.includes('is ambiguous')) {
      throw new PortalError('invalid', say`More than one commit begins as ${quoted} does: give more characters of it.`);
    }
  }
  throw new PortalError('not_found', say`There is no commit ${quoted} in this brand.`);
}

/** The tree of no files, which git knows without storing it. */
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/**
 * git's own patch between two commits, streamed; `from` is `null` for a first commit.
 *
 * @throws `unavailable` when there is no git on this machine
 */
export async function* patch(
  gitdir: string,
  { from, to, paths = [], color = false }: PatchOptions,
): AsyncGenerator<string> {
  await requireGit();
  const settings = ['--no-ext-diff', '--no-textconv', '--find-renames', `--color=${color ? 'always' : 'never'}`];
  yield* gitOutput(gitdir, ['diff', ...settings, from ?? emptyTree, to, '--', ...paths]);
}

export interface PatchOptions {
  readonly from: string | null;
  readonly to: string;
  readonly paths?: readonly string[] | undefined;
  /** Whether it has the terminal's colours. */
  readonly color?: boolean;
}

/** Every path below the folders that the commit or one before it added. Without git on this machine, none. */
export async function* pathsEverAdded(
  gitdir: string,
  commit: string,
  folders: readonly string[],
): AsyncGenerator<string> {
  if ((await nativeGitVersion()) === null) return;
  const args = ['log', '--format=', '--name-only', '--no-renames', '--diff-filter=A', '-m', commit, '--', ...folders];
  for await (const path of gitRecords(gitdir, args, '\n')) if (path !== '') yield path;
}

export type CommitRange = Pick<HistoryOptions, 'from' | 'not'>;

/** A file in one commit after the other, by the id of its content; `null`: it is not there any more. */
export interface FileStep {
  readonly commit: string;
  /** As git quotes it. */
  readonly path: string;
  readonly oid: string | null;
}

/**
 * Each change of files that adds or removes a line like `pattern`, along first parents, the oldest first.
 *
 * @param pattern an extended regular expression of git
 * @throws `unavailable` when there is no git on this machine; when git fails: some may be missing then
 */
export async function* stepsOfLines(
  gitdir: string,
  pattern: string,
  paths: readonly string[],
  { from = branchName, not, signal }: CommitRange & { readonly signal?: AbortSignal },
): AsyncGenerator<FileStep> {
  await requireGit();
  const order = ['--first-parent', '-m', '--root', '--reverse', '--no-renames'];
  const flags = [...order, '--no-abbrev', '--raw', '--format=%H', '--text', `-G${pattern}`];
  const range = not === undefined ? [from] : [from, `^${not}`];
  let commit = '';
  for await (const line of gitRecords(gitdir, ['log', ...flags, ...range, '--', ...paths], '\n', signal)) {
    const [, mode, oid, path = ''] = /^:\d+ (\d+) [0-9a-f]+ ([0-9a-f]+) \w+\t(.*)$/.exec(line) ?? [];
    if (oid !== undefined) yield { commit, path, oid: mode?.startsWith('100') ? oid : null };
    else if (line !== '') commit = line;
  }
}

interface PlacedBlob {
  readonly oid: string;
  /** A path that it had, as git quotes it. */
  readonly path: string;
}

/**
 * Each file below a folder that any commit of a range put there, once.
 *
 * @throws when git fails: some may be missing then
 */
export async function* blobsEverPlaced(
  gitdir: string,
  folder: string,
  { from = branchName, not }: CommitRange,
): AsyncGenerator<PlacedBlob> {
  // Without the full history, a merge hides the files of the side that it did not take.
  const flags = ['--root', '-m', '--full-history', '--no-renames', '--no-abbrev', '--raw', '--format='];
  const range = not === undefined ? [from] : [from, `^${not}`];
  const yielded = new Set<string>();
  for await (const line of gitRecords(gitdir, ['log', ...flags, ...range, '--', folder], '\n')) {
    const [, oid, path = ''] = /^:\d+ 100\d{3} [0-9a-f]+ ([0-9a-f]+) \w+\t(.*)$/.exec(line) ?? [];
    if (oid === undefined || yielded.has(oid)) continue;
    yielded.add(oid);
    yield { oid, path };
  }
}

/** Number of files that a repository has now; 0 where git cannot tell. */
export async function fileCount(gitdir: string): Promise<number> {
  let count = 0;
  try {
    for await (const _ of gitRecords(gitdir, ['ls-tree', '-r', '-z', '--name-only', branchName], '\0')) count += 1;
  } catch {
    return 0;
  }
  return count;
}
