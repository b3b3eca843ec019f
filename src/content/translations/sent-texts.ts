import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../lib/json.js';
import { joinPath, message, type Violations } from '../../validation/violations.js';
import type { BlockData, BlockType } from '../blocks/block-type.js';
import { withoutPrefix } from '../blocks/example-caption.js';
import { BlockParser } from '../blocks/parse.js';
import { htmlIn, isTextKind } from '../blocks/texts.js';
import { mapKinds } from '../blocks/walk-schema.js';
import type { Sanitizer } from '../html/sanitizer.js';

/** The data of a block as it was sent in a language. */
export interface SentTexts {
  /** Sanitised, by path in the data, and captions without their prefix; `null` takes a text away. */
  readonly texts: ReadonlyMap<string, string | null>;
  /** Everything else: it may only be as in the source. */
  readonly others: BlockData;
}

interface Reading {
  readonly sanitizer: Sanitizer;
  readonly violations: Violations;
  /** Gets the lists of blocks in the data; without it, they are refused. */
  onBlocks?(blocks: unknown, path: string): void;
}

/** Reads sent data by the type of the source's block. */
export async function readTexts(
  type: BlockType,
  sent: unknown,
  path: string,
  { sanitizer, violations, onBlocks }: Reading,
): Promise<SentTexts> {
  const removed = new Set<string>();
  const isText = (kind: Parameters<Parameters<typeof mapKinds>[2]>[0], field: string): boolean =>
    isTextKind(kind) && !type.look?.includes(field);
  const filled = mapKinds(type.data, isObject(sent) ? sent : {}, (kind, value, field) => {
    if (kind === 'blocks') {
      if (onBlocks === undefined) violations.add(joinPath(path, field), message.prohibited(joinPath(path, field)));
      else onBlocks(value, joinPath(path, field));
      return undefined;
    }
    if (value !== null || !isText(kind, field)) return value;
    removed.add(field);
    return '';
  });
  await sanitizer.prepare(htmlIn([{ type: type.type, data: filled }]));
  const { data } = new BlockParser(sanitizer, violations).data(type, isObject(sent) ? filled : sent, path);
  const texts = new Map<string, string | null>();
  const others = mapKinds(type.data, data, (kind, value, field) => {
    if (!isText(kind, field)) return value;
    texts.set(field, removed.has(field) ? null : withoutPrefix(type.type, field, String(value)));
    return undefined;
  });
  return { texts, others };
}

/** Reports what is unlike the source and no text. What was not sent is as in the source; lists come whole. */
export function reportOthers(
  type: BlockType,
  others: BlockData,
  source: BlockData,
  path: string,
  violations: Violations,
): void {
  const rest = mapKinds(type.data, source, (kind, value, field) => {
    const isOther = kind !== 'blocks' && (!isTextKind(kind) || type.look?.includes(field));
    return isOther ? value : undefined;
  });
  reportDifferent(others, rest, path, violations);
}

function reportDifferent(sent: unknown, source: unknown, path: string, violations: Violations): void {
  if (Array.isArray(sent) && Array.isArray(source) && sent.length === source.length) {
    for (const [at, item] of sent.entries()) reportDifferent(item, source[at], joinPath(path, at), violations);
  } else if (isObject(sent) && isObject(source)) {
    for (const [name, member] of Object.entries(sent))
      reportDifferent(member, source[name], joinPath(path, name), violations);
  } else if (!isDeepStrictEqual(sent, source)) violations.add(path, message.prohibited(path));
}
