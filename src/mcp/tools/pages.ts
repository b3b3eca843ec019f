import type { FieldDiff } from '../../content/diff/fields.js';
import type { BlockDiff } from '../../content/diff/page-diff.js';
import { changedBlocks, signedField } from '../../content/diff/signs.js';
import { PageSummary } from '../../content/page.js';
import { comparePage } from '../../operations/compare.js';
import { createPage, deletePage, listPages, showPage, updatePage } from '../../operations/pages.js';
import { Input, Nullable, Type } from '../../validation/schema.js';
import { changedOutput, detail, fullOutput, outlineOutput, page, presentPage } from '../page-answer.js';
import { listAnswer, pagingArguments, pagingOutput } from '../paging.js';
import { adds, changes, described, optionalVersion, reads, requiredVersion, tool, version } from '../tool.js';

/** The address of a page. */
export const at = (page: number) => ({ page: String(page) });

export const listAllPages = tool({
  name: 'list_pages',
  title: 'List pages',
  description: 'All chapters (type container) and pages in navigation order, without their blocks.',
  operation: listPages,
  own: Input(pagingArguments),
  output: Input({ version, ...pagingOutput, pages: Type.Array(PageSummary) }),
  hints: reads,
  call: async (paging, _body, run) => listAnswer('pages', await run(listPages), paging),
});

export const getOutline = tool({
  name: 'get_page_outline',
  title: 'Get the outline of a page',
  description:
    'A page with the id, type, depth and first words of each block. Much shorter than get_page: use it first.',
  operation: showPage,
  own: Input({ page }),
  output: outlineOutput,
  hints: reads,
  call: async ({ page }, _body, run) => presentPage(await run(showPage, { params: at(page) })),
});

export const getPage = tool({
  name: 'get_page',
  title: 'Get a page',
  description: 'A page with all its blocks and their data.',
  operation: showPage,
  own: Input({ page }),
  output: fullOutput,
  hints: reads,
  call: async ({ page }, _body, run) => presentPage(await run(showPage, { params: at(page) }), 'full'),
});

const point = 'a time such as 2026-03-01T12:00:00Z, a date, or a commit by its full id';

const side = Input({ commit: Nullable(Type.String()), state: Type.String() });
const changedFields = Type.Array(
  Input({
    field: Type.String(),
    moved_from: Type.Optional(Type.String()),
    from: Type.Optional(Type.Unknown()),
    to: Type.Optional(Type.Unknown()),
    marked: Type.Optional(Type.String({ description: 'both versions of a text: [-gone-], {+new+}' })),
  }),
);

export const compareVersions = tool({
  name: 'compare_page',
  title: 'Compare versions of a page',
  description:
    'What changed on a page since a time or between two, block by block and word by word. Also of a deleted page.',
  operation: comparePage,
  own: Input({
    page,
    from: Type.String({ description: `the older version: ${point}` }),
    to: Type.Optional(Type.String({ description: `the newer version: ${point}; left out, now` })),
  }),
  output: Input({
    change: Type.String(),
    from: side,
    to: side,
    fields: changedFields,
    blocks: Type.Array(
      Input({
        change: Type.String({ description: 'added, removed, edited, or same for one that was only moved' }),
        moved: Type.Boolean(),
        id: Nullable(Type.String()),
        type: Nullable(Type.String()),
        at: Nullable(Type.String({ description: 'its place, such as 3 or 3.2' })),
        from_at: Nullable(Type.String()),
        data: Type.Optional(Type.Object({}, { description: 'of one that is new or gone' })),
        fields: changedFields,
      }),
    ),
    unchanged_blocks: Type.Integer(),
  }),
  hints: reads,
  async call({ page, ...query }, _body, run) {
    const { change, from, to, fields, blocks, counts } = (await run(comparePage, { params: at(page), query })).value;
    return {
      change,
      from: { commit: from.commit, state: from.state },
      to: { commit: to.commit, state: to.state },
      fields: fields.map(briefField),
      blocks: [...changedBlocks(blocks)].map(briefBlock),
      unchanged_blocks: counts.same,
    };
  },
});

function briefBlock({ change, moved, id, type, at, from_at, before, after, fields }: BlockDiff) {
  const data = change === 'added' ? after : change === 'removed' ? before : undefined;
  const whole = data === undefined ? {} : { data };
  return { change, moved, id, type, at, from_at, ...whole, fields: fields.map(briefField) };
}

/** A text of two versions once, with its marks. */
function briefField(one: FieldDiff) {
  const marked = signedField(one);
  const moved = one.moved && one.from_field !== undefined ? { moved_from: one.from_field } : {};
  if (marked !== null) return { field: one.field, ...moved, marked };
  // A whole that was moved: what changed in it follows.
  if (one.moved) return { field: one.field, ...moved };
  const from = 'from' in one ? { from: one.from } : {};
  return { field: one.field, ...from, ...('to' in one ? { to: one.to } : {}) };
}

const block = { type: Type.String(), data: Type.Optional(Type.Object({})) };

export const newBlocks = Type.Array(Input(block), { description: '{type, data} each, see describe_block_types' });

export const allBlocks = Type.Array(Input({ id: Type.Optional(Type.String()), ...block }), {
  description: '{id, type, data} each, see describe_block_types',
});

const chapter = 'id of the chapter it belongs to; null: top level';

export const createOnePage = tool({
  name: 'create_page',
  title: 'Create a page or chapter',
  description: 'Adds a page at the end of its chapter, or with type container a chapter. Blocks can be sent along.',
  operation: createPage,
  own: Input({ detail, expected_version: optionalVersion('of list_pages') }),
  wording: {
    slug: 'left out, it is made from the title',
    parent_id: chapter,
    type: 'container is a chapter: it holds pages and no blocks',
    blocks: newBlocks,
  },
  output: changedOutput,
  hints: adds,
  call: async ({ detail }, body, run) => presentPage(await run(createPage, { body }), detail),
});

export const updateOnePage = tool({
  name: 'update_page',
  title: 'Rename or move a page',
  description: 'Changes the title, and if sent the chapter and the navigation. Blocks stay as they are.',
  operation: updatePage,
  own: Input({ page, expected_version: requiredVersion, detail }),
  wording: { parent_id: chapter },
  output: changedOutput,
  hints: changes,
  call: async ({ page, detail }, body, run) => presentPage(await run(updatePage, { params: at(page), body }), detail),
});

export const deleteOnePage = tool({
  name: 'delete_page',
  title: 'Delete a page',
  description: 'Moves a page into the trash, where it rests 30 days. A chapter must be empty.',
  operation: deletePage,
  own: Input({ page, expected_version: requiredVersion }),
  output: Input({ deleted: described(Type.Integer(), 'id of the page') }),
  hints: changes,
  async call({ page }, _body, run) {
    await run(deletePage, { params: at(page) });
    return { deleted: page };
  },
});
