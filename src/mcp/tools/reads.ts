import { Brand, BrandColor } from '../../content/brand.js';
import { ContextEntry } from '../../content/brand-context.js';
import { sectionNames } from '../../content/catalog/paths.js';
import type { FieldDiff } from '../../content/diff/fields.js';
import type { BlockDiff } from '../../content/diff/page-diff.js';
import { changedBlocks, signedField } from '../../content/diff/signs.js';
import { FeedItem } from '../../content/feed.js';
import { mediaKinds } from '../../content/files/types.js';
import { MediaItem } from '../../content/media.js';
import { PageSummary } from '../../content/page.js';
import { withoutUndefined } from '../../lib/json.js';
import { BlockTypesAnswer, BlockTypesQuery, describeBlockTypes } from '../../operations/block-types.js';
import { showBrand } from '../../operations/brand.js';
import { checkText } from '../../operations/check-text.js';
import { listColors, showColor } from '../../operations/colors.js';
import { comparePage } from '../../operations/compare.js';
import { listEntries } from '../../operations/context.js';
import type { Operation } from '../../operations/engine/contract.js';
import { listChanges, listChangesSince } from '../../operations/feed.js';
import { findMedia } from '../../operations/find-media.js';
import { showLanguage, showSection } from '../../operations/language.js';
import { showMediaFile } from '../../operations/media-files.js';
import { listPages, showPage } from '../../operations/pages.js';
import { listQueue } from '../../operations/translations/languages.js';
import { mediaBody } from '../../service/files/media-body.js';
import { Input, Nullable, OneOf, Type } from '../../validation/schema.js';
import { absoluteFile, fullOutput, outlineOutput, page, presentPage } from '../page-answer.js';
import { listAnswer, pagingArguments, pagingOutput } from '../paging.js';
import { described, image, type Tool, tool, version } from '../tool.js';
import { fetchTool, listWithFiles, searchTool, withFile } from './finds.js';

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

const MediaWithFile = Input({ ...MediaItem.properties, file: Nullable(Type.Object({})) });

/** Tools that read, in the order in which they are listed. */
export const readingTools: readonly Tool[] = [
  tool({
    name: 'get_brand',
    title: 'Get the brand',
    description: 'Name, theme colours, fonts and the whole colour palette of the brand. A good first call.',
    operation: showBrand,
    args: Input({}),
    output: Input({ version, brand: Brand }),
    answer: ({ value, version }) => ({ version, brand: value }),
  }),
  tool({
    name: 'list_colors',
    title: 'List colours',
    description: 'The brand colours: ids, names, roles; with expand "full" every notation; with color only that one.',
    operation: listColors as Operation<object>,
    args: Input({
      expand: Type.Optional(OneOf(['full'])),
      color: Type.Optional(Type.Integer({ description: 'id of a colour' })),
      ...pagingArguments,
    }),
    output: Input({ version, ...pagingOutput, colors: Type.Array(Type.Partial(BrandColor)) }),
    asks: ({ color }) => (color === undefined ? undefined : [showColor, { params: { id: String(color) } }]),
    answer: ({ value, version }, paging) => listAnswer('colors', { value: [value].flat(), version }, paging),
  }),
  tool({
    name: 'get_language',
    title: 'Get the corporate language',
    description: 'How the brand speaks. Read it before you write. Name a section to get it with its version.',
    operation: showLanguage,
    args: Input({ section: Type.Optional(OneOf(sectionNames)) }),
    output: Input({ version, language: Type.Object({}, { description: 'sections by name' }) }),
    asks: ({ section }) => (section === undefined ? undefined : [showSection, { params: { section } }]),
    answer: ({ value, version }) => ({ version, language: value }),
  }),
  tool({
    name: 'check_text',
    title: 'Check a text',
    description:
      'Finds violations of terminology, company name and notation in a text or a page: place, replacement, reason. ' +
      'Check what you write before you store it. Tone and style are not checked.',
    operation: checkText,
    args: Input({}),
    wording: {
      text: 'the text',
      format: 'plain (default), html or markdown',
      page: 'id of a page, in place of a text',
      lang: 'its tag',
    },
    output: Input({ findings: Type.Array(Type.Object({})), complete: Type.Boolean() }),
    answer: ({ value }) => value,
  }),
  tool({
    name: 'list_context',
    title: 'List verified facts',
    description:
      'Verified facts about the company, with sources. Use these and no others when you state facts. ' +
      'An unknown category is answered with the valid ones.',
    operation: listEntries,
    args: Input({ category: Type.Optional(Type.String()), ...pagingArguments }),
    output: Input({ version, ...pagingOutput, entries: Type.Array(ContextEntry) }),
    answer: (result, paging) => listAnswer('entries', result, paging),
  }),
  tool({
    name: 'list_media',
    title: 'List media',
    description: 'Released images, videos and documents; blocks refer to them by id (media_id).',
    operation: listWithFiles,
    args: Input(pagingArguments),
    output: Input({ version, ...pagingOutput, media: Type.Array(MediaWithFile) }),
    asks: () => [listWithFiles, withFile],
    answer: ({ value, version }, paging, caller) =>
      listAnswer('media', { value: value.map((medium) => absoluteFile(medium, caller)), version }, paging),
  }),
  tool({
    name: 'find_media',
    title: 'Find media',
    description:
      'Media that may be used now, by words of their titles, descriptions, tags, file names and credits. Name the credit where you ' +
      'place one, and mind the licence.',
    operation: findMedia,
    args: Input({
      text: Type.Optional(Type.String({ description: 'words, all of which it has' })),
      tag: Type.Optional(Type.Array(Type.String(), { description: 'tags, all of which it has' })),
      category: Type.Optional(Type.String({ description: 'name or id' })),
      type: Type.Optional(OneOf(mediaKinds)),
      ...pagingArguments,
    }),
    output: Input({ version, ...pagingOutput, media: Type.Array(Type.Object({})) }),
    asks: ({ text, tag, category, type }) => [findMedia, { query: withoutUndefined({ text, tag, category, type }) }],
    answer: ({ value, version }, paging, { door }) => {
      const media = value.map(({ address, ...medium }) => {
        return { ...medium, address: address === null ? null : new URL(address, door.origin).href };
      });
      return listAnswer('media', { value: media, version }, paging);
    },
  }),
  tool({
    name: 'view_medium',
    title: 'View a medium',
    description: 'Shows you the file of a medium, as an image 640 pixels wide. Look before you place it on a page.',
    operation: showMediaFile,
    args: Input({ medium: Type.Integer({ description: 'id of a medium' }) }),
    output: Input({ version, medium: MediaWithFile }),
    asks: ({ medium: id }) => [showMediaFile, { params: { id: String(id) } }],
    async answer({ value: medium, version }, _args, { service, identity }) {
      const { path, mime } = await mediaBody(service, identity.brand.slug, medium.file, { width: 640, format: 'webp' });
      const data = (await service.fs.promises.readFile(path)).toString('base64');
      return { version, medium, [image]: { data, mimeType: mime } };
    },
  }),
  searchTool,
  fetchTool,
  tool({
    name: 'list_changes',
    title: 'List what has changed',
    description:
      'Resources created, changed, moved, restored or deleted since a version or a time, each once. Without since: everything ' +
      'there is, as created. Keep the version of the answer to ask with it next time.',
    operation: listChanges,
    args: Input({
      since: Type.Optional(
        Type.String({ description: 'version of an earlier answer, or a time such as 2026-03-01T12:00:00Z' }),
      ),
      ...pagingArguments,
    }),
    output: Input({
      version: described(Type.String(), 'of the brand now: the next since'),
      ...pagingOutput,
      changes: Type.Array(FeedItem),
    }),
    asks: ({ since }) => [listChangesSince, { query: since === undefined ? {} : { since } }],
    // An agent continues from the version of the last page, and would miss items that were in no page.
    answer: ({ value: { changes, version } }, paging) =>
      listAnswer('changes', { value: changes, version }, paging, version),
  }),
  tool({
    name: 'list_pages',
    title: 'List pages',
    description: 'All chapters (type container) and pages in navigation order, without their blocks.',
    operation: listPages,
    args: Input(pagingArguments),
    output: Input({ version, ...pagingOutput, pages: Type.Array(PageSummary) }),
    answer: (result, paging) => listAnswer('pages', result, paging),
  }),
  tool({
    name: 'get_page_outline',
    title: 'Get the outline of a page',
    description:
      'A page with the id, type, depth and first words of each block. Much shorter than get_page: use it first.',
    operation: showPage,
    args: Input({ page }),
    output: outlineOutput,
    answer: (result) => presentPage(result),
  }),
  tool({
    name: 'get_page',
    title: 'Get a page',
    description: 'A page with all its blocks and their data, its summary and its cover (id of a medium).',
    operation: showPage,
    args: Input({ page }),
    asks: ({ page }) => [showPage, { params: { page: String(page) }, query: { include: 'summary,cover' } }],
    output: fullOutput,
    answer: (result) => presentPage(result, 'full'),
  }),
  tool({
    name: 'compare_page',
    title: 'Compare versions of a page',
    description:
      'Changes of a page since a time or between two, block by block and word by word. Also of a deleted page.',
    operation: comparePage,
    args: Input({
      page,
      from: Type.String({ description: "the older version: a commit's full id, a date, or an ISO time" }),
      to: Type.Optional(Type.String({ description: 'the newer version; left out, now' })),
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
    answer: ({ value: { change, from, to, fields, blocks, counts } }) => ({
      change,
      from: { commit: from.commit, state: from.state },
      to: { commit: to.commit, state: to.state },
      fields: fields.map(briefField),
      blocks: [...changedBlocks(blocks)].map(briefBlock),
      unchanged_blocks: counts.same,
    }),
  }),
  tool({
    name: 'translation_queue',
    title: 'List what to translate',
    description: 'Pages with missing or outdated texts in a language.',
    operation: listQueue,
    args: Input({
      lang: Type.String(),
      limit: Type.Optional(Type.Integer({ maximum: 1000 })),
      after: Type.Optional(Type.Integer({ description: 'last id' })),
    }),
    params: { lang: 'tag' },
    output: Input({ pages: Type.Array(Type.Object({})) }),
    answer: ({ value }) => ({ pages: value }),
  }),
  tool({
    name: 'describe_block_types',
    title: 'Describe block types',
    description:
      'The kinds of blocks a page is made of. Without types: all, with the names of their fields; ' +
      'with types: the JSON Schema of their data. Look up what you need before you write blocks.',
    operation: describeBlockTypes,
    args: BlockTypesQuery,
    output: BlockTypesAnswer,
    answer: ({ value }) => value,
  }),
];

function briefBlock({ change, moved, id, type, at, from_at, before, after, fields }: BlockDiff) {
  const isWhole = change === 'added' || change === 'removed';
  const data = isWhole ? withoutUndefined({ data: change === 'added' ? after : before }) : {};
  return { change, moved, id, type, at, from_at, ...data, fields: fields.map(briefField) };
}

/** A field's difference in brief: a text once with its marks, and not in both versions. */
function briefField(difference: FieldDiff) {
  const marked = signedField(difference);
  const moved = difference.moved && difference.from_field !== undefined ? { moved_from: difference.from_field } : {};
  if (marked !== null) return { field: difference.field, ...moved, marked };
  // Changes inside a moved value are differences of their own.
  if (difference.moved) return { field: difference.field, ...moved };
  const from = 'from' in difference ? { from: difference.from } : {};
  return { field: difference.field, ...from, ...('to' in difference ? { to: difference.to } : {}) };
}
