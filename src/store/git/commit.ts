import { isoSeconds } from '../../lib/clock.js';
import { misleading } from '../../lib/display-safety.js';
import { type GitObject, gitObject } from './object.js';

export interface Signature {
  readonly name: string;
  readonly email: string;
}

export interface CommitMessage {
  /** One line in plain words. */
  readonly subject: string;
  /** Further lines below the subject. */
  readonly details?: readonly string[];
  /** Trailers in order, e.g. `[["Operation", "pages.create"]]`; see git-interpret-trailers(1). */
  readonly trailers: readonly (readonly [key: string, value: string])[];
}

interface CommitFields {
  readonly tree: string;
  readonly parent: string | null;
  readonly author: Signature;
  readonly committer: Signature;
  readonly time: Date;
  readonly message: CommitMessage;
}

const subjectLength = 120;

const toBlank = new RegExp(`[${misleading}]+`, 'gu');

/** One line without control characters: nothing in `text` can start a header line or a trailer of its own. */
function oneLine(text: string): string {
  return text.toWellFormed().replace(toBlank, ' ').trim();
}

/** A name or address as git accepts it in a header (git strips the same characters from `user.name`). */
function headerText(text: string, instead: string): string {
  const clean = oneLine(text)
    .replace(/[<>]/g, '')
    .replace(/^[\s.,:;"'\\]+|[\s.,:;"'\\]+$/g, '');
  return clean === '' ? instead : clean;
}

function signatureLine(role: string, signature: Signature, time: Date): string {
  const name = headerText(signature.name, 'unnamed');
  const email = headerText(signature.email, 'unknown.invalid').replace(/\s/g, '');
  return `${role} ${name} <${email}> ${Math.floor(time.getTime() / 1000)} +0000`;
}

function truncate(text: string): string {
  const characters = [...text];
  return characters.length <= subjectLength ? text : `${characters.slice(0, subjectLength - 1).join('')}…`;
}

/** Encodes a commit that `git fsck --strict` accepts, whatever the names and the subject contain. */
export function encodeCommit(commit: CommitFields): GitObject {
  const header = [
    `tree ${commit.tree}`,
    ...(commit.parent === null ? [] : [`parent ${commit.parent}`]),
    signatureLine('author', commit.author, commit.time),
    signatureLine('committer', commit.committer, commit.time),
  ];
  const { subject, details = [], trailers } = commit.message;
  const paragraphs = [
    [truncate(oneLine(subject)) || '(no subject)'],
    details.map((detail) => `- ${oneLine(detail)}`),
    trailers.map(([key, value]) => `${key}: ${oneLine(value)}`),
  ];
  const body = paragraphs.filter((lines) => lines.length > 0).map((lines) => `${lines.join('\n')}\n`);
  return gitObject('commit', Buffer.from(`${header.join('\n')}\n\n${body.join('\n')}`));
}

export interface ParsedCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly time: string;
}

/** The end of the year 9999: git takes any number for a date, and ISO 8601 has no later one. */
const lastSeconds = 253_402_300_799;

/** Time of a commit, ISO 8601 in UTC, of seconds since 1970. */
export function timeOf(seconds: number): string {
  return isoSeconds(new Date(Math.min(seconds, lastSeconds) * 1000));
}

export function parseCommit(body: Buffer): ParsedCommit {
  const text = body.toString('utf8');
  const header = text.slice(0, text.indexOf('\n\n'));
  const tree = /^tree ([0-9a-f]{40})$/m.exec(header)?.[1];
  const seconds = /^committer .*> (\d+) [+-]\d+$/m.exec(header)?.[1];
  if (tree === undefined || seconds === undefined) throw new Error('A commit object is malformed');
  const parents = [...header.matchAll(/^parent ([0-9a-f]{40})$/gm)].map((match) => match[1] as string);
  return { tree, parents, time: timeOf(Number(seconds)) };
}

/** The value of a trailer (git-interpret-trailers(1)) of a commit's message, or `null`. */
export function trailerOf(body: Buffer, key: string): string | null {
  const text = body.toString('utf8').trimEnd();
  const subject = text.indexOf('\n\n');
  const last = text.lastIndexOf('\n\n');
  if (last === subject) return null;
  const line = text
    .slice(last + 2)
    .split('\n')
    .find((line) => line.startsWith(`${key}: `));
  return line === undefined ? null : line.slice(key.length + 2);
}

export interface OwnCommit {
  readonly parent: string | null;
  readonly author: Signature;
  readonly seconds: string;
  readonly subject: string;
  /** Values by the keys of the trailers, in lower case. */
  readonly trailers: ReadonlyMap<string, readonly string[]>;
}

const ident = '([^<>\\s](?:[^<>\\n]*[^<>\\s])?) <([^<>\\s]+)> (\\d+) \\+0000';
const line = '\\S(?:.*\\S)?';
const ownForm = new RegExp(
  `^tree [0-9a-f]{40}\\n(?:parent ([0-9a-f]{40})\\n)?author ${ident}\\ncommitter ${ident}\\n\\n` +
    `(${line})\\n(?:\\n(?:- .*\\n)+)?\\n((?:[A-Za-z-]+: ${line}\\n)+)$`,
);

/** Parses, as git does, a commit that `encodeCommit` could have written; `null` for every other. */
export function parseOwnCommit(body: Buffer): OwnCommit | null {
  const text = body.toString('utf8');
  const found = text.includes('\0') || text.includes('\ufffd') ? null : ownForm.exec(text);
  if (found === null) return null;
  const [, parent = null, name = '', email = '', , , , seconds = '', subject = '', block = ''] = found;
  const trailers = new Map<string, string[]>();
  for (const line of block.trimEnd().split('\n')) {
    const end = line.indexOf(': ');
    const key = line.slice(0, end).toLowerCase();
    trailers.set(key, [...(trailers.get(key) ?? []), line.slice(end + 2)]);
  }
  return { parent, author: { name, email }, seconds, subject, trailers };
}
