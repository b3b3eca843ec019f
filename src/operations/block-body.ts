import { BlockParser, type SentBlock } from '../content/blocks/parse.js';
import type { Static, TObject } from '../validation/schema.js';
import { type Body, readFields } from './body.js';

/** What is sent with `blocks`, these read. */
type WithBlocks<Fields> = Omit<Fields, 'blocks'> & { readonly blocks?: readonly SentBlock[] };

/** Described fields, with a list `blocks` among them. */
export function withBlocks<T extends TObject>(schema: T): Body<WithBlocks<Static<T>>> {
  return {
    schemas: [schema],
    async read(body, violations, { sanitizer }) {
      const { sent, whole } = readFields(schema, body, violations);
      const parser = new BlockParser(sanitizer, violations);
      const list: unknown = 'blocks' in sent ? sent.blocks : undefined;
      const blocks = Array.isArray(list) ? { blocks: parser.list(list, 'blocks') } : {};
      await parser.finish();
      return { sent: { ...sent, ...blocks }, whole: whole === null || violations.any ? null : { ...whole, ...blocks } };
    },
  };
}
