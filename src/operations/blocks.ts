import {
  isObject,
  maxBlocksInList,
  maxBlocksOnPage,
  SentBlocks,
  type StoredBlock,
} from '../content/blocks/block-type.js';
import { BlockChecker } from '../content/blocks/check.js';
import { allBlocks, editListOf, findBlock, removeBlock, replaceBlock } from '../content/blocks/edit.js';
import { blockTypes } from '../content/blocks/registry.js';
import { message } from '../content/messages.js';
import type { PageFile } from '../content/page.js';
import { Input, type Static, Type } from '../content/schema.js';
import { Violations } from '../content/violations.js';
import { notFound, PortalError } from '../errors.js';
import { readFields } from './body.js';
import { parseId } from './brand-view.js';
import type { WriteOperation } from './operation.js';
import { named, pageAnswer } from './pages.js';
import { resources } from './resource.js';
import { sentHtml } from './sent-html.js';

export const ContentReplace = Input(
  { blocks: SentBlocks },
  {
    title: 'ContentReplace',
    description: 'All blocks of the page. One sent with the id and type it has keeps its id.',
  },
);
type ContentReplace = Static<typeof ContentReplace>;

export const BlockCreate = Input(
  {
    type: Type.String(),
    data: Type.Optional(Type.Object({})),
    before: Type.Optional(
      Type.String({ description: 'The id of the block it goes before. Not together with `after`.' }),
    ),
    after: Type.Optional(Type.String({ description: 'The id of the block it goes behind.' })),
  },
  { title: 'BlockCreate' },
);
type BlockCreate = Static<typeof BlockCreate>;

export const BlockUpdate = Input(
  { data: Type.Object({}, { title: 'BlockData' }) },
  { title: 'BlockUpdate', description: "The fields of the block's data to overwrite; the others stay." },
);
type BlockUpdate = Static<typeof BlockUpdate>;

export const replaceContent: WriteOperation = {
  name: 'pages.content.replace',
  right: 'write',
  html: ({ body }) => sentHtml(body, (checker, { blocks }) => checker.list(blocks, 'blocks', 1)),
  async run(draft, { params, body }) {
    const page = await draft.page(params.page as string);
    const violations = new Violations();
    const sent = readFields<ContentReplace>(ContentReplace, body, violations);
    let blocks: StoredBlock[] = [];
    if (Array.isArray(sent.blocks)) {
      if (page.type === 'container' && sent.blocks.length > 0) {
        violations.add('blocks', message.chapterBlocks('blocks'));
      }
      blocks = new BlockChecker(draft.blockRules(allBlocks(page.blocks)), violations).list(sent.blocks, 'blocks', 1);
    }
    violations.throwIfAny();
    draft.expect(resources.page(page.id));
    return pageAnswer(draft.savePage(page, { ...page, blocks }, `Replace the content of ${named(page)}`));
  },
};

export const addBlock: WriteOperation = {
  name: 'blocks.add',
  right: 'write',
  html: ({ body }) => sentHtml(body, (checker, sent) => checker.block(sent, '', 1)),
  async run(draft, { params, body }) {
    const page = await draft.page(params.page as string);
    const violations = new Violations();
    const sent = readFields<BlockCreate>(BlockCreate, body, violations);
    if (page.type === 'container') violations.add('type', message.chapterBlocks('type'));
    const level = siblingLevel(page, sent, violations);
    const wellFormed = !violations.has('type') && !violations.has('data');
    const block = wellFormed ? new BlockChecker(draft.blockRules([]), violations).block(sent, '', level) : null;
    const blocks = block === null ? page.blocks : insert(page, block, sent, violations);
    violations.throwIfAny();
    draft.expect(resources.page(page.id));
    return pageAnswer(draft.savePage(page, { ...page, blocks }, `Add ${block?.type} block to ${named(page)}`));
  },
};

export const updateBlock: WriteOperation = {
  name: 'blocks.update',
  right: 'write',
  async html({ params, body }, read) {
    const view = await read();
    const record = view.catalog.pages.get(parseId(params.page as string) ?? 0);
    const found = record && findBlock((await view.readPage(record)).blocks, params.block as string);
    const blockType = blockTypes.get(found?.block.type ?? '');
    if (blockType === undefined) return [];
    return sentHtml(body, (checker, sent) => {
      if (isObject(sent.data)) checker.data(blockType, { ...found?.block.data, ...sent.data }, 'data', 1);
    });
  },
  async run(draft, { params, body }) {
    const page = await draft.page(params.page as string);
    const { block, level } = blockOf(page, params.block as string);
    const violations = new Violations();
    const sent = readFields<BlockUpdate>(BlockUpdate, body, violations);
    const blockType = blockTypes.get(block.type ?? '');
    if (blockType === undefined) {
      throw new PortalError('invalid', 'A block of this type cannot be changed through the API.');
    }
    violations.throwIfAny();
    const replaced = allBlocks([block]).filter((inner) => inner !== block);
    const checker = new BlockChecker(draft.blockRules(replaced), violations);
    const data = checker.data(blockType, { ...block.data, ...sent.data }, 'data', level);
    const blocks = replaceBlock(page.blocks, block.id as string, { ...block, data });
    checkTotal(blocks, violations);
    violations.throwIfAny();
    draft.expect(resources.page(page.id));
    return pageAnswer(draft.savePage(page, { ...page, blocks }, `Edit ${block.type} block on ${named(page)}`));
  },
};

export const deleteBlock: WriteOperation = {
  name: 'blocks.delete',
  right: 'write',
  async run(draft, { params }) {
    const page = await draft.page(params.page as string);
    const { block } = blockOf(page, params.block as string);
    draft.expect(resources.page(page.id));
    const blocks = removeBlock(page.blocks, block.id as string);
    const subject = `Remove ${block.type ?? 'untyped'} block from ${named(page)}`;
    return pageAnswer(draft.savePage(page, { ...page, blocks }, subject));
  },
};

function blockOf(page: PageFile, id: string): { block: StoredBlock; level: number } {
  const found = findBlock(page.blocks, id);
  if (found === undefined) throw notFound('Block');
  return found;
}

/** The level at which the new block goes: that of the sibling it names, or the page's own list. */
function siblingLevel(page: PageFile, sent: Partial<BlockCreate>, violations: Violations): number {
  if (sent.before !== undefined && sent.after !== undefined) {
    violations.add('before', message.prohibitedWith('before', 'after'));
  }
  let level = 1;
  for (const field of ['before', 'after'] as const) {
    const id = sent[field];
    if (typeof id !== 'string') continue;
    const sibling = findBlock(page.blocks, id);
    if (sibling === undefined) violations.add(field, message.selected(field));
    else level = sibling.level;
  }
  return level;
}

function insert(
  page: PageFile,
  block: StoredBlock,
  { before, after }: Partial<BlockCreate>,
  violations: Violations,
): readonly StoredBlock[] {
  const sibling = before ?? after;
  if (violations.any) return page.blocks;
  const at = (position: number): number => (before === undefined ? position + 1 : position);
  const all = [...page.blocks, block];
  const edited =
    sibling === undefined
      ? { blocks: all, list: all }
      : editListOf(page.blocks, sibling, (list, position) => list.toSpliced(at(position), 0, block));
  if (edited === null) return page.blocks;
  if (edited.list.length > maxBlocksInList) violations.add('blocks', message.maxItems('blocks', maxBlocksInList));
  checkTotal(edited.blocks, violations);
  return edited.blocks;
}

function checkTotal(blocks: readonly StoredBlock[], violations: Violations): void {
  if (allBlocks(blocks).length > maxBlocksOnPage) {
    violations.add('blocks', message.blocksOnPage('blocks', maxBlocksOnPage));
  }
}
