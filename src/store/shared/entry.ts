import { createHash } from 'node:crypto';
import { isOid } from '../git/object.js';
import type { Pack } from '../git/pack.js';

/** One batch of commits in a slot of a log. */
export interface LogEntry {
  /** The slot's number, from 1. */
  readonly n: number;
  /** Unique: who sent it recognises it, whatever the store answered. */
  readonly id: string;
  /** Who sent it, told apart from others; `null` in entries of earlier versions. Decides nothing. */
  readonly by: string | null;
  /** The id of the entry in the slot before; `null` in slot 1. */
  readonly previous: string | null;
  /** The newest commit before and after it. */
  readonly parent: string | null;
  readonly tip: string;
  readonly pack: Pack;
}

/** A slot that says that the registry may have changed for the readers of this log; see `FORMAT.md`. */
export interface Notice extends Pick<LogEntry, 'n' | 'id' | 'by'> {
  /** The registry's slot that the change is to be in. In the registry's own log: its own number. */
  readonly registry: number;
}

export type Slot = LogEntry | Notice;

export const isNotice = (slot: object): slot is Notice => 'registry' in slot;

export const entryFormat = 1;

/** Earlier versions read nothing beyond one. */
const noticeFormat = 2;

/** A larger pack lies in an object of its own. */
export const inlineBytes = 4 * 1024 * 1024;

/** What an object of a log begins with: one line of JSON. */
interface Header {
  readonly format: number;
  readonly n: number;
  readonly id: string;
  readonly by: string | null;
  readonly previous: string | null;
  readonly parent: string | null;
  readonly tip: string;
  /** The pack's checksum, which names it. */
  readonly pack: string;
  readonly pack_bytes: number;
  readonly index_bytes: number;
  /** Of pack and index, one after the other. */
  readonly sha256: string;
  /** Whether they follow the line; else they are the object `packs/<pack>`. */
  readonly inline: boolean;
}

/** An object of the store that is not what it should be. Whoever reads one of a log serves nothing beyond it. */
export class EntryError extends Error {
  /** Of several readings, whether not the same came each time: then the way from the store is damaged, not what it holds. */
  differs = false;

  /** @param found tells what came from what comes another time */
  constructor(
    message: string,
    public found = message,
  ) {
    super(message);
  }
}

/** Whether something failed because of such an object, read differently each time. */
export function isDamagedOnTheWay(error: unknown): boolean {
  if (error instanceof EntryError) return error.differs;
  return error instanceof Error && error.cause !== undefined && isDamagedOnTheWay(error.cause);
}

export interface EncodedEntry {
  readonly entry: Slot;
  /** What its slot holds. */
  readonly bytes: Buffer;
  /** What has to be stored before as `packs/<checksum>`, when the pack is large; see `Header.inline`. */
  readonly payload: { readonly checksum: string; readonly bytes: Buffer } | null;
}

export function encodeNotice(notice: Notice): EncodedEntry {
  const bytes = Buffer.from(`${JSON.stringify({ format: noticeFormat, ...notice })}\n`);
  return { entry: notice, bytes, payload: null };
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
    sha256: sha256(payload),
    inline,
  };
  const line = Buffer.from(`${JSON.stringify(header)}\n`);
  if (inline) return { entry, bytes: Buffer.concat([line, payload]), payload: null };
  return { entry, bytes: line, payload: { checksum: pack.checksum, bytes: payload } };
}

/**
 * @param outside fetches a pack that is not in line, by its checksum
 * @throws EntryError when it is damaged, of another format, or not that of this slot
 */
export async function decodeEntry(
  n: number,
  bytes: Buffer,
  outside: (pack: string) => Promise<Buffer | null>,
): Promise<Slot> {
  const end = bytes.indexOf(0x0a);
  const header = parseHeader(n, end < 0 ? bytes : bytes.subarray(0, end));
  if (header.n !== n) throw new EntryError(`slot ${n} holds the entry ${header.n}`);
  if (isNotice(header)) return { n, id: header.id, by: header.by, registry: header.registry };
  const payload = header.inline ? bytes.subarray(end + 1) : await outside(header.pack);
  if (payload === null) throw new EntryError(`the pack ${header.pack} of slot ${n} is missing`);
  if (payload.length !== header.pack_bytes + header.index_bytes || sha256(payload) !== header.sha256) {
    throw new EntryError(`the pack of slot ${n} is damaged`);
  }
  const { id, previous, parent, tip, pack: checksum, pack_bytes } = header;
  const pack = { checksum, pack: payload.subarray(0, pack_bytes), index: payload.subarray(pack_bytes) };
  return { n, id, by: typeof header.by === 'string' ? header.by : null, previous, parent, tip, pack };
}

function parseHeader(n: number, line: Buffer): Header | Notice {
  let value: unknown;
  try {
    value = JSON.parse(line.toString());
  } catch {
    throw new EntryError(`slot ${n} holds no entry`);
  }
  if (isStoredNotice(value)) return value;
  if (isRecord(value) && typeof value.format === 'number' && value.format !== entryFormat) {
    throw new EntryError(
      `slot ${n} has the format ${value.format}: this version knows ${entryFormat} and ${noticeFormat}`,
    );
  }
  if (!isHeader(value)) throw new EntryError(`slot ${n} holds no entry`);
  return value;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isSize = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= 100;

function isStoredNotice(value: unknown): value is Notice {
  if (!isRecord(value) || value.format !== noticeFormat) return false;
  return isSize(value.n) && isText(value.id) && isText(value.by) && isSize(value.registry);
}

function isHeader(value: unknown): value is Header {
  if (!isRecord(value)) return false;
  const { n, id, previous, parent, tip, pack, pack_bytes, index_bytes, sha256: digest, inline } = value;
  const isLink = (n === 1) === (previous === null) && (previous === null || isText(previous));
  const isCommit = (oid: unknown): boolean => typeof oid === 'string' && isOid(oid);
  return (
    isSize(n) &&
    isText(id) &&
    isLink &&
    (parent === null || isCommit(parent)) &&
    isCommit(tip) &&
    isCommit(pack) &&
    isSize(pack_bytes) &&
    isSize(index_bytes) &&
    isText(digest) &&
    typeof inline === 'boolean'
  );
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
