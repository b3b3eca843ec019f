import { encodeJson, isObject } from '../lib/json.js';
import { withoutUnusedMembers } from '../validation/new-members.js';
import { fits } from '../validation/schema.js';
import { type HtmlMap, mapHtml } from './blocks/texts.js';
import { storedData } from './blocks/unknown-types.js';
import { markWithheld, storedText } from './blocks/withheld.js';
import { type ContentPath, parsePath } from './catalog/paths.js';
import { fileSchemas, schemaOf } from './file-format.js';
import { encodePointer, FilePointer } from './files/pointer.js';

/** The members that the file of a value has. */
export const asStored = <Value>(kind: keyof typeof fileSchemas, value: Value): Value =>
  withoutUnusedMembers(fileSchemas[kind], value);

export function encodeFile(path: string, content: unknown): Buffer {
  const at = parsePath(path);
  const value = at === null ? content : withoutUnusedMembers(schemaOf(at), content);
  if (at?.kind === 'file') {
    if (!fits(FilePointer, value)) throw new Error(`No pointer for ${path}`);
    return encodePointer(value);
  }
  if (at?.kind === 'translation') return encodeJson(mapTranslated(value, lineListOf));
  const withheld: string[] = [];
  const bytes = encodeJson(holdsBlocks(at) ? withBlocks(value, (blocks) => splitHtml(blocks, withheld)) : value);
  markWithheld(bytes, withheld);
  return bytes;
}

/**
 * The value that readers see, from the JSON of a file, checked or not.
 *
 * @param unknownData gets the data of blocks whose types are not known
 */
export function decodeFile<Value>(at: ContentPath, value: Value, unknownData?: object[]): Value {
  if (at.kind === 'translation') return mapTranslated(value, joined);
  return holdsBlocks(at) ? withBlocks(value, (blocks) => joinHtml(blocks, unknownData)) : value;
}

/** A translation with its HTML mapped, at any level. */
function mapTranslated<Value>(value: Value, map: (html: unknown) => unknown): Value {
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    name === 'html' && Object.hasOwn(value, 'of') ? map(member) : mapTranslated(member, map),
  ]);
  return Object.fromEntries(members) as Value;
}

function holdsBlocks(at: ContentPath | null): boolean {
  return at?.kind === 'page' || at?.kind === 'trash';
}

function withBlocks<Value>(value: Value, map: (blocks: unknown) => unknown): Value {
  return isObject(value) && Object.hasOwn(value, 'blocks') ? { ...value, blocks: map(value.blocks) } : value;
}

/** Ends of elements and sentences, and line breaks. Closing tags stay together. */
const lineEnds =
  /\n|<(?:\/(?:p|h[1-6]|li|[uod]l|d[td]|blockquote|pre|caption|tr|figcaption|figure|table|div)|br)>(?!<\/|\n)|[.!?…](?<=\p{Ll}{2}.)\s(?=[\p{Lu}<])/gu;

/** Characters a line on average: fewer would make files many times larger than their texts. */
const minAverage = 10;

/**
 * The blocks of a page as its file has them: HTML of several lines is a list of its lines, so that a diff shows the line that changed.
 * The lines joined are the text: each keeps its end.
 *
 * @param withheld receives the paths of withheld texts
 */
function splitHtml(blocks: unknown, withheld: string[]): unknown {
  const split: HtmlMap = (shown, data, field, path) => {
    const kept = storedText(data, field);
    if (kept !== undefined) withheld.push(path);
    return lineListOf(kept ?? shown);
  };
  return mapHtml(blocks, split, storedData);
}

function lineListOf(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  const lines = linesOf(text);
  return lines.length > 1 && lines.length * minAverage <= text.length ? lines : text;
}

function joined(lines: unknown): unknown {
  return Array.isArray(lines) && lines.every((line) => typeof line === 'string') ? lines.join('') : lines;
}

/** A text cut behind its sentences and elements; joined, the parts are the text. */
export function linesOf(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  for (const { 0: end, index } of text.matchAll(lineEnds)) {
    lines.push(text.slice(start, index + end.length));
    start = index + end.length;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

/**
 * The blocks of a file with their HTML as one text each. A value that is neither a text nor a list of texts stays.
 *
 * @param unknownData gets the data of blocks whose types are not known
 */
function joinHtml(blocks: unknown, unknownData: object[] = []): unknown {
  return mapHtml(blocks, joined, (data) => {
    unknownData.push(data);
    return data;
  });
}
