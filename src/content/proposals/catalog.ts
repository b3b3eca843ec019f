import { Map as PersistentMap } from 'immutable';
import { formatNumbered, formatPath, newestFormat } from '../../lib/format.js';
import { encodeJson, parseJson } from '../../lib/json.js';
import type { FileChange, Projection } from '../../lib/projection.js';
import { formatOfJson, withoutUnusedMembers } from '../../validation/new-members.js';
import { fitsStored, type Static, type TSchema } from '../../validation/schema.js';
import { idsInFile } from '../blocks/used-ids.js';
import { parsePath } from '../catalog/paths.js';
import { formatOfFile } from '../file-format.js';
import { CommentsFile, NumbersFile, ProposalFile } from './format.js';

/** A file of the brand that a proposal changes, by the ids of its versions, which are those that `main` has for equal bytes. */
export interface ProposedFile {
  /** `null` if the proposal removes it. */
  readonly file: string | null;
  /** `null` if the proposal adds it. */
  readonly base: string | null;
  readonly bytes: number;
  /** Ids of its blocks, one after the other; empty if it is no page. */
  readonly blockIds: string;
}

export interface Proposal {
  readonly record: ProposalFile;
  readonly files: PersistentMap<string, ProposedFile>;
  readonly comments: CommentsFile;
}

/** Files of one number; without a record they are not a proposal. */
type Parts = Omit<Proposal, 'record'> & { readonly record: ProposalFile | null };

const noParts: Parts = { record: null, files: PersistentMap(), comments: [] };

/** The proposals of a brand, without the texts of pages. */
export interface Proposals {
  readonly byNumber: PersistentMap<number, Parts>;
  /** Highest number ever. */
  readonly highest: number;
  /** Commit of `main` up to which purged pages were removed; `null` before the first time. */
  readonly purgedUntil: string | null;
  /** Invalid files, with the reason. They are skipped. */
  readonly problems: PersistentMap<string, string>;
}

const emptyProposals: Proposals = {
  byNumber: PersistentMap(),
  highest: 0,
  purgedUntil: null,
  problems: PersistentMap(),
};

type ProposalPath =
  | { readonly kind: 'numbers' }
  | { readonly kind: 'record' | 'comments'; readonly number: number }
  /** `path` is the brand's. */
  | { readonly kind: 'files' | 'base'; readonly number: number; readonly path: string };

/** Paths of a brand's proposals. No other file knows them. */
export const proposalPaths = {
  numbers: 'numbers.json',
  record: (number: number) => `proposals/${number}/proposal.json`,
  comments: (number: number) => `proposals/${number}/comments.json`,
  /** The changed file as a whole; missing next to its base version: removed. */
  file: (number: number, path: string) => `proposals/${number}/files/${path}`,
  /** Its version on `main` from which it was made. */
  base: (number: number, path: string) => `proposals/${number}/base/${path}`,
} as const;

/** @returns `null` for a path outside of the format */
export function parseProposalPath(path: string): ProposalPath | null {
  if (path === proposalPaths.numbers) return { kind: 'numbers' };
  const [, digits, rest = ''] = /^proposals\/([1-9]\d{0,8})\/(.+)$/.exec(path) ?? [];
  const number = Number(digits);
  if (digits === undefined) return null;
  if (rest === 'proposal.json') return { kind: 'record', number };
  if (rest === 'comments.json') return { kind: 'comments', number };
  const [, kind, inner = ''] = /^(files|base)\/(.+)$/.exec(rest) ?? [];
  if ((kind !== 'files' && kind !== 'base') || !isProposable(inner)) return null;
  return { kind, number, path: inner };
}

/** Whether a proposal may change the file: counters and the list of purged files belong to `main`. */
export function isProposable(path: string): boolean {
  const at = parsePath(path);
  return at !== null && at.kind !== 'ids' && at.kind !== 'purged';
}

/** Projection of the repository of a brand's proposals. */
export const proposalsProjection: Projection<Proposals> = {
  empty: emptyProposals,
  format: {
    thing: 'list of proposals',
    newest: newestFormat,
    of: (path, bytes) => formatNumbered(formatOfProposed(path, bytes)),
  },
  apply: (catalog, changes) => [...changes].reduce(applyFile, catalog),
  remember: ({ highest }) => ({ ...emptyProposals, highest }),
};

const schemas = { numbers: NumbersFile, record: ProposalFile, comments: CommentsFile } as const;

/** A file of proposals that is not one of the brand. */
export function encodeProposed<Kind extends keyof typeof schemas>(
  kind: Kind,
  value: Static<(typeof schemas)[Kind]>,
): Buffer {
  return encodeJson(withoutUnusedMembers(schemas[kind], value));
}

/** A file of the brand needs in a proposal what it needs in the brand. */
function formatOfProposed(path: string, bytes: Buffer): number {
  const at = parseProposalPath(path);
  if (at === null) return 1;
  return 'path' in at ? formatOfFile(at.path, bytes) : formatOfJson(schemas[at.kind], bytes);
}

/** @returns `undefined` if there is none */
export function proposalIn({ byNumber }: Proposals, number: number): Proposal | undefined {
  const { record, ...parts } = byNumber.get(number) ?? noParts;
  return record === null ? undefined : { record, ...parts };
}

export function allProposals({ byNumber }: Proposals): Proposal[] {
  return [...byNumber.values()].flatMap(({ record, ...parts }) => (record === null ? [] : [{ record, ...parts }]));
}

function applyFile(before: Proposals, { path, content }: FileChange): Proposals {
  const at = parseProposalPath(path);
  const clean = { ...before, problems: before.problems.delete(path) };
  const isUnknown = at === null && content !== null && path !== formatPath;
  const invalid = { ...before, problems: before.problems.set(path, 'it does not fit the format') };
  switch (at?.kind) {
    case undefined:
      return isUnknown ? invalid : clean;
    case 'files':
    case 'base':
      return putFile(clean, at, content);
    case 'numbers': {
      const file = parse(NumbersFile, content);
      const highest = Math.max(before.highest, file?.proposal ?? 0);
      return { ...(isValid(file, content) ? clean : invalid), purgedUntil: file?.purged_until ?? null, highest };
    }
    case 'comments': {
      const comments = parse(CommentsFile, content);
      return withParts(isValid(comments, content) ? clean : invalid, at.number, { comments: comments ?? [] });
    }
    case 'record': {
      const file = parse(ProposalFile, content);
      const record = file?.number === at.number ? file : null;
      return withParts(isValid(record, content) ? clean : invalid, at.number, { record });
    }
  }
}

const isValid = (value: unknown, content: FileChange['content']): boolean => value !== null || content === null;

function putFile(
  before: Proposals,
  { kind, number, path }: Extract<ProposalPath, { path: string }>,
  content: FileChange['content'],
): Proposals {
  const files = before.byNumber.get(number)?.files ?? noParts.files;
  const old = files.get(path) ?? { file: null, base: null, bytes: 0, blockIds: '' };
  const version = content?.version ?? null;
  const { bytes = Buffer.alloc(0) } = content ?? {};
  const isPage = ['page', 'trash'].includes(parsePath(path)?.kind ?? '');
  const file = { file: version, bytes: bytes.length, blockIds: isPage ? idsInFile(bytes) : '' };
  const next = kind === 'base' ? { ...old, base: version } : { ...old, ...file };
  const isNone = next.file === null && next.base === null;
  return withParts(before, number, { files: isNone ? files.delete(path) : files.set(path, next) });
}

function withParts(before: Proposals, number: number, changed: Partial<Parts>): Proposals {
  const parts = { ...(before.byNumber.get(number) ?? noParts), ...changed };
  const isNone = parts.record === null && parts.files.size === 0 && parts.comments.length === 0;
  const byNumber = isNone ? before.byNumber.delete(number) : before.byNumber.set(number, parts);
  return { ...before, byNumber, highest: Math.max(before.highest, number) };
}

function parse<T extends TSchema>(schema: T, content: FileChange['content']): Static<T> | null {
  const value = parseJson(content?.bytes.toString() ?? 'null');
  return fitsStored(schema, value) ? value : null;
}
