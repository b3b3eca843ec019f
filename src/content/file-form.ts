import { encodeJson, isObject } from '../json.js';
import { joinHtml, splitHtml } from './blocks/html-lines.js';
import { type ContentPath, parsePath } from './catalog/paths.js';

/** The bytes of a file of a brand, from the value that readers see. */
export function encodeFile(path: string, value: unknown): Buffer {
  return encodeJson(holdsBlocks(parsePath(path)) ? withBlocks(value, splitHtml) : value);
}

/**
 * The value that readers see, from the JSON of a file, checked or not.
 *
 * @param unknown gets the data of blocks whose types are not known
 */
export function decodeFile<Value>(at: ContentPath, value: Value, unknown?: object[]): Value {
  return holdsBlocks(at) ? withBlocks(value, (blocks) => joinHtml(blocks, unknown)) : value;
}

function holdsBlocks(at: ContentPath | null): boolean {
  return at?.kind === 'page' || at?.kind === 'trash';
}

function withBlocks<Value>(value: Value, map: (blocks: unknown) => unknown): Value {
  return isObject(value) && Object.hasOwn(value, 'blocks') ? { ...value, blocks: map(value.blocks) } : value;
}
