import { hash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { parseJson } from '../../lib/json.js';
import { Oid } from '../git/object.js';
import type { Pack } from '../git/pack.js';

/** One batch of commits in a slot of a log. */
export interface LogEntry {
  readonly n: number;
  /** Unique id, by which its sender recognises it, whatever the store answered. */
  readonly id: string;
  /** The sending node; `null` in entries of earlier versions. Decides nothing. */
  readonly by: string | null;
  /** The id of the entry in the slot before; `null` in slot 1. */
  readonly previous: string | null;
  /** The newest commit before and after it. */
  readonly parent: string | null;
  readonly tip: string;
  readonly pack: Pack;
}

/** A slot without commits. It says that the registry may have changed for the readers of this log; see `FORMAT.md`. */
export interface Notice extends Pick<LogEntry, 'n' | 'id' | 'by'> {
  /** The registry's slot of that change. In the registry's own log: its own number. */
  readonly registry: number;
}

export type SlotContent = LogEntry | Notice;

export const isNotice = (slot: object): slot is Notice => 'registry' in slot;

const entryFormat = 1;

/** Format of a notice, which earlier versions refuse. */
const noticeFormat = 2;

/** Size in bytes beyond which a pack is an object of its own. */
export const inlineBytes = 4 * 1024 * 1024;

const Text = Type.String({ maxLength: 100 });
const Size = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** First line of an entry's object, as JSON. */
const Header = Type.Object({
  format: Type.Literal(entryFormat),
  n: Size,
  id: Text,
  by: Type.Optional(Type.Unknown()),
  previous: Type.Union([Text, Type.Null()]),
  parent: Type.Union([Oid, Type.Null()]),
  tip: Oid,
  /** The pack's checksum, which names it. */
  pack: Oid,
  pack_bytes: Size,
  index_bytes: Size,
  /** Hash of the pack followed by its index. */
  sha256: Text,
  /** Whether they follow the line; else they are the object `packs/<pack>`. */
  inline: Type.Boolean(),
});
type Header = Static<typeof Header>;

const StoredNotice = Type.Object({ format: Type.Literal(noticeFormat), n: Size, id: Text, by: Text, registry: Size });

/** A damaged or missing object of the store. Nothing of a log is served beyond one. */
export class EntryError extends Error {
  /** Whether repeated reads differed. Then the connection to the store corrupts data, and not the object is damaged. */
  differs = false;

  /** @param fingerprint of the damaged content, to compare repeated reads */
  constructor(
    message: string,
    public fingerprint = message,
  ) {
    super(message);
  }
}

/** Whether an `EntryError` that `differs` is the cause. */
export function isDamagedOnTheWay(error: unknown): boolean {
  if (error instanceof EntryError) return error.differs;
  return error instanceof Error && error.cause !== undefined && isDamagedOnTheWay(error.cause);
}

export interface EncodedEntry {
  readonly entry: SlotContent;
  readonly bytes: Buffer;
  /** A large pack, to be stored before as `packs/<checksum>`. */
  readonly largePack: { readonly checksum: string; readonly bytes: Buffer } | null;
}

export function encodeNotice(notice: Notice): EncodedEntry {
  const bytes = Buffer.from(`${JSON.stringify({ format: noticeFormat, ...notice })}\n`);
  return { entry: notice, bytes, largePack: null };
}

export function encodeEntry(entry: LogEntry): EncodedEntry {
  const { n, id, by, previous, parent, tip, pack } = entry;
  const payload = Buffer.concat([pack.pack, pack.index]);
  const inline = payload.length <= inlineBytes;
  const header: Header = {
    format: entryFormat,
    n,
    id,
    by,
    previous,
    parent,
    tip,
    pack: pack.checksum,
    pack_bytes: pack.pack.length,
    index_bytes: pack.index.length,
    sha256: hash('sha256', payload),
    inline,
  };
  const line = Buffer.from(`${JSON.stringify(header)}\n`);
  if (inline) return { entry, bytes: Buffer.concat([line, payload]), largePack: null };
  return { entry, bytes: line, largePack: { checksum: pack.checksum, bytes: payload } };
}

/**
 * Decodes the object of a slot.
 *
 * @param outside fetches a pack that is not inline, by its checksum
 * @throws EntryError when it is damaged, of another format, or not that of this slot
 */
export async function decodeEntry(
  n: number,
  bytes: Buffer,
  outside: (pack: string) => Promise<Buffer | null>,
): Promise<SlotContent> {
  const end = bytes.indexOf(0x0a);
  const header = parseHeader(n, end < 0 ? bytes : bytes.subarray(0, end));
  if (header.n !== n) throw new EntryError(`slot ${n} holds the entry ${header.n}`);
  if (isNotice(header)) return { n, id: header.id, by: header.by, registry: header.registry };
  const payload = header.inline ? bytes.subarray(end + 1) : await outside(header.pack);
  if (payload === null) throw new EntryError(`the pack ${header.pack} of slot ${n} is missing`);
  if (payload.length !== header.pack_bytes + header.index_bytes || hash('sha256', payload) !== header.sha256) {
    throw new EntryError(`the pack of slot ${n} is damaged`);
  }
  const { id, previous, parent, tip, pack: checksum, pack_bytes } = header;
  // Copied, because a slice would keep the whole object in memory.
  const index = Buffer.from(payload.subarray(pack_bytes));
  const pack = { checksum, pack: payload.subarray(0, pack_bytes), index };
  return { n, id, by: typeof header.by === 'string' ? header.by : null, previous, parent, tip, pack };
}

function parseHeader(n: number, line: Buffer): Header | Notice {
  const value = parseJson(line.toString());
  if (Check(StoredNotice, value)) return value;
  const { format }: { format?: unknown } = Object(value);
  if (typeof format === 'number' && format !== entryFormat) {
    throw new EntryError(`slot ${n} has the format ${format}: this version knows ${entryFormat} and ${noticeFormat}`);
  }
  if (!Check(Header, value) || (n === 1) !== (value.previous === null))
    throw new EntryError(`slot ${n} holds no entry`);
  return value;
}

/** @throws EntryError unless the content of a slot follows what was applied: a notice by its slot, an entry by all that it names */
export function requireNext(
  { n, id, tip }: { readonly n: number; readonly id: string | null; readonly tip: string | null },
  content: SlotContent,
): void {
  const isNext = content.n === n + 1;
  if (isNext && (isNotice(content) || (content.previous === id && content.parent === tip))) return;
  const fingerprint = isNotice(content) ? `${content.n}` : `${content.n} ${content.previous} ${content.parent}`;
  throw new EntryError(`slot ${content.n} does not continue slot ${n}`, fingerprint);
}
