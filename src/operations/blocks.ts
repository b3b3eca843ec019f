import { isDeepStrictEqual } from 'node:util';
import { allBlocks, editListHolding, findBlock, removeBlock, replaceBlock } from '../content/blocks/block-tree.js';
import { SentBlocks, type StoredBlock } from '../content/blocks/block-type.js';
import { reportItems } from '../content/blocks/collection-blocks.js';
import { BlockParser, type SentBlock, type SentData } from '../content/blocks/parse.js';
import { htmlIn } from '../content/blocks/texts.js';
import { blockTypes } from '../content/blocks/types.js';
import { keepDeclaredMembers } from '../content/blocks/walk-schema.js';
import { checkBlockTotal, checkListLength } from '../content/limits.js';
import type { PageFile } from '../content/page.js';
import { mayCarryBlocks, reportChapterBlocks } from '../content/page-rules.js';
import { found, PortalError } from '../lib/errors.js';
import { plural } from '../lib/plural.js';
import { Input, Type } from '../validation/schema.js';
import { message, type Violations } from '../validation/violations.js';
import { type Body, blockId, noBody, type ParamValues, pageId, readFields, withBlocks } from './engine/input.js';
import { markdownFields } from './engine/markdown.js';
import { changePage, pageName, replayPage } from './pages.js';

const apiChapter = 'Blocks';

const ContentReplace = Input(
  { blocks: SentBlocks },
  {
    title: 'ContentReplace',
    description: 'All blocks of the page. A block sent with its stored id and type keeps its id.',
  },
);

export const replaceContent = changePage({
  name: 'pages.content.replace',
  apiChapter,
  summary: 'Replace all blocks',
  description: 'Replaces the content of a page. A block sent with its stored id and type keeps its id.',
  body: withBlocks(ContentReplace),
  markdown: Input({}),
  replay: replayPage,
  refusals: ['fields'],
  check(draft, { page, sent: { blocks = [] } }, violations) {
    reportChapterBlocks(page.type, blocks, violations);
    return draft.blockResolver(page, allBlocks(page.blocks), violations).list(blocks, 1);
  },
  change: (_draft, { page, checked: blocks }) => [{ blocks }, `Replace the content of ${pageName(page)}`],
});

export const BlockCreate = Input(
  {
    type: Type.String(),
    data: Type.Optional(Type.Object({})),
    before: Type.Optional(Type.String({ description: 'The id of the block to insert it before. Excludes `after`.' })),
    after: Type.Optional(Type.String({ description: 'The id of the block to insert it after.' })),
  },
  { title: 'BlockCreate' },
);

const { before, after } = BlockCreate.properties;
const BlocksCreate = Input({ blocks: SentBlocks, before, after });

interface SentBlockAt {
  /** One, or those of a Markdown text. */
  readonly blocks: readonly SentBlock[];
  readonly before?: string;
  readonly after?: string;
}

const blockAt: Body<SentBlockAt> = {
  schemas: [BlockCreate],
  async read(body, violations, { sanitizer, isMarkdown }) {
    const sent = readFields(isMarkdown ? BlocksCreate : BlockCreate, body, violations);
    const { before, after } = sent;
    if (before !== undefined && after !== undefined) {
      violations.add('before', message.prohibitedWith('before', 'after'));
    }
    const position = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
    const parser = new BlockParser(sanitizer, violations);
    // Any JSON may have a member `blocks`: only that of Markdown counts.
    if (isMarkdown && 'blocks' in sent) {
      const list = sent.blocks ?? [];
      await sanitizer.prepare(htmlIn(list));
      return { ...position, blocks: parser.list(list, 'blocks') };
    }
    await sanitizer.prepare(htmlIn([sent]));
    const block = 'type' in sent && !violations.has('data') ? parser.block(sent, '') : null;
    return { ...position, blocks: block === null ? [] : [block] };
  },
};

export const addBlock = changePage({
  name: 'blocks.add',
  apiChapter,
  summary: 'Add a block',
  description: 'Adds a block at the end of the page, or before or after another block.',
  body: blockAt,
  markdown: markdownFields(BlockCreate, ['before', 'after']),
  replay: replayPage,
  refusals: ['fields'],
  check(draft, { page, sent }, violations) {
    if (!mayCarryBlocks(page.type)) violations.add('type', message.chapterBlocks('type'));
    const level = siblingLevel(page, sent, violations);
    const added = draft.blockResolver(page, [], violations).list(sent.blocks ?? [], level);
    if (added.length === 0 || violations.any) return null;
    return { added, blocks: insert(page, added, sent, violations) };
  },
  change(_draft, { page, checked: { added, blocks } }) {
    const [first] = added;
    const addedName = added.length === 1 ? blockName(blocks, first?.id ?? null) : plural(added.length, 'block');
    return [{ blocks }, `Add ${addedName} to ${pageName(page)}`];
  },
});

const BlockUpdate = Input(
  { data: Type.Object({}, { title: 'BlockData' }) },
  { title: 'BlockUpdate', description: "The fields of the block's data to overwrite. Other fields stay unchanged." },
);

interface SentUpdate {
  /** Type by which the fields were read. */
  readonly type: string | null;
  readonly data: SentData;
}

const params = { page: pageId, block: blockId };

/** The stored block decides by which type its fields are read; a push with git can give its id to another block. */
const blockUpdate: Body<SentUpdate, ParamValues<typeof params>> = {
  schemas: [BlockUpdate],
  async read(body, violations, { sanitizer, params, view }) {
    const { data } = readFields(BlockUpdate, body, violations);
    const brand = await view();
    const page = brand.catalog.pages.has(params.page) ? await brand.page(params.page) : undefined;
    const type = page === undefined ? null : (findBlock(page.blocks, params.block)?.block.type ?? null);
    const blockType = blockTypes.get(type ?? '');
    if (data === undefined || blockType === undefined) return { type };
    await sanitizer.prepare(htmlIn([{ type, data }]));
    return { type, data: new BlockParser(sanitizer, violations).data(blockType, data, 'data') };
  },
};

export const updateBlock = changePage({
  name: 'blocks.update',
  apiChapter,
  summary: 'Change a block',
  description:
    'Overwrites the sent fields of a block. Other fields and its type stay unchanged. ' +
    'A block that was made in the backend returns 422 without `errors`.',
  params,
  body: blockUpdate,
  replay: replayPage,
  refusals: ['fields', 'message'],
  check(draft, { page, params, sent }, violations) {
    const { block, level } = blockOf(page, params.block);
    const blockType = blockTypes.get(block.type ?? '');
    if (blockType === undefined) {
      throw new PortalError('invalid', 'A block of this type cannot be changed through the API.');
    }
    if (violations.any) return null;
    if (sent.data === undefined || sent.type !== block.type) {
      throw new PortalError('busy', 'The block was replaced at the same time. Nothing was stored: try again.');
    }
    const inner = allBlocks([block]).slice(1);
    const data = draft.blockResolver(page, inner, violations).data(blockType, sent.data, level);
    const merged = keepDeclaredMembers(blockType.data, { ...block.data, ...data });
    reportItems(blockType.type, merged, 'data', violations);
    const blocks = replaceBlock(page.blocks, params.block, { ...block, data: merged });
    checkBlockTotal(allBlocks(blocks).length, violations);
    return { block, blocks, merged };
  },
  change(_draft, { page, checked: { block, blocks, merged } }) {
    const changed = Object.keys(merged).filter((name) => !isDeepStrictEqual(merged[name], block.data[name]));
    const changedNames = changed.length === 0 ? '' : `: ${changed.join(', ')}`;
    return [{ blocks }, `Edit ${blockName(page.blocks, block.id)} on ${pageName(page)}${changedNames}`];
  },
});

export const deleteBlock = changePage({
  name: 'blocks.delete',
  apiChapter,
  summary: 'Delete a block',
  description: 'Removes a block and all blocks inside it.',
  params,
  body: noBody,
  replay: replayPage,
  refusals: ['fields'],
  check: (_draft, { page, params }) => blockOf(page, params.block).block,
  change(_draft, { page, params, checked: block }) {
    const subject = `Remove ${blockName(page.blocks, block.id)} from ${pageName(page)}`;
    return [{ blocks: removeBlock(page.blocks, params.block) }, subject];
  },
});

/** A block's name in a commit's subject: its type, and its number in reading order. */
function blockName(blocks: readonly StoredBlock[], id: string | null): string {
  const ordered = allBlocks(blocks);
  const index = ordered.findIndex((block) => block.id === id);
  return `${ordered[index]?.type ?? 'block'} ${index + 1}`;
}

function blockOf(page: PageFile, id: string): { block: StoredBlock; level: number } {
  return found(findBlock(page.blocks, id), 'Block');
}

/** The level at which the new block goes: that of the sibling it names, or the page's own list. */
function siblingLevel(page: PageFile, sent: Partial<SentBlockAt>, violations: Violations): number {
  let level = 1;
  for (const field of ['before', 'after'] as const) {
    const id = sent[field];
    if (id === undefined) continue;
    const sibling = findBlock(page.blocks, id);
    if (sibling === undefined)
      violations.add(field, message.selectedBecause(field, 'the page has no block with this id'));
    else level = sibling.level;
  }
  return level;
}

function insert(
  page: PageFile,
  added: readonly StoredBlock[],
  { before, after }: Partial<SentBlockAt>,
  violations: Violations,
): readonly StoredBlock[] {
  const sibling = before ?? after;
  const offset = before === undefined ? 1 : 0;
  const appended = [...page.blocks, ...added];
  const edited =
    sibling === undefined
      ? { blocks: appended, list: appended }
      : editListHolding(page.blocks, sibling, (list, at) => list.toSpliced(at + offset, 0, ...added));
  if (edited === null) return page.blocks;
  checkListLength(edited.list.length, 'blocks', violations);
  checkBlockTotal(allBlocks(edited.blocks).length, violations);
  return edited.blocks;
}
