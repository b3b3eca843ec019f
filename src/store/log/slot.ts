import { randomUUID } from 'node:crypto';
import type { Position } from './branch-cache.js';
import { EntryError, isNotice, type LogEntry, type SlotContent } from './entry.js';

/** A new entry for the slot behind the newest that this node has applied. Another node's entry may be there already. */
export function nextEntry({ n, id, tip }: Position, by: string, next: Pick<LogEntry, 'tip' | 'pack'>): LogEntry {
  return { n: n + 1, id: randomUUID(), by, previous: id, parent: tip, ...next };
}

/** @throws EntryError unless the content of a slot follows what was applied: a notice by its slot, an entry by all that it names */
export function requireNext({ n, id, tip }: Position, content: SlotContent): void {
  const isNext = content.n === n + 1;
  if (isNext && (isNotice(content) || (content.previous === id && content.parent === tip))) return;
  const fingerprint = isNotice(content) ? `${content.n}` : `${content.n} ${content.previous} ${content.parent}`;
  throw new EntryError(`slot ${content.n} does not continue slot ${n}`, fingerprint);
}
