import { writableSectionNames } from '../../content/language.js';
import { licenceKinds } from '../../content/media.js';
import type { Page } from '../../content/page.js';
import { trashRetentionDays } from '../../content/trash.js';
import { addBlock, deleteBlock, replaceContent, updateBlock } from '../../operations/blocks.js';
import type { Result } from '../../operations/engine/call.js';
import { replaceSection, replaceSectionIn } from '../../operations/language.js';
import { updateMedium } from '../../operations/media.js';
import { createPage, deletePage, updatePage } from '../../operations/pages.js';
import { savePage } from '../../operations/save-page.js';
import { saveTexts } from '../../operations/translations/save-texts.js';
import { updateBlockTexts, updateTexts } from '../../operations/translations/texts.js';
import { Input, OneOf, Type } from '../../validation/schema.js';
import { changedOutput, detail, page, presentPage } from '../page-answer.js';
import { described, optionalVersion, requiredVersion, type Tool, tool, version } from '../tool.js';

const block = Type.String({ description: 'id of a block, on any level' });

const sentBlock = { type: Type.String(), data: Type.Optional(Type.Object({})) };

const newBlocks = Type.Array(Input(sentBlock), { description: '{type, data} each, see describe_block_types' });

const allBlocks = Type.Array(Input({ id: Type.Optional(Type.String()), ...sentBlock }), {
  description: '{id, type, data} each, see describe_block_types',
});

const chapter = 'id of the chapter it belongs to; null: top level';

const seenBy: Readonly<Record<Page['visibility'], string>> = {
  public: 'Everyone sees this page.',
  internal: 'People of the brand see this page.',
  hidden: 'Only editors see this page.',
};

/** Readers of a new page, and the place where a person changes them, since no tool does. */
function readersText({ value: { id, visibility }, proposal }: Result<Page>, portal: string): string {
  if (proposal != null)
    return `${seenBy[visibility].replace(' this page.', ' it')} once proposal ${proposal} is published.`;
  return `${seenBy[visibility]} An editor changes that under Page settings: ${portal}/-/page/${id}#edit`;
}

/** Tools that write, in the order in which they are listed. */
export const writingTools: readonly Tool[] = [
  tool({
    name: 'create_page',
    title: 'Create a page or chapter',
    description: 'Adds a page at the end of its chapter, or with type container a chapter. Blocks can be sent along.',
    operation: createPage,
    args: Input({ detail, expected_version: optionalVersion('of list_pages') }),
    markdownFor: ['blocks'],
    wording: {
      slug: 'left out, it is made from the title',
      parent_id: chapter,
      type: 'container is a chapter: it holds pages and no blocks',
      blocks: newBlocks,
    },
    output: Input({ ...changedOutput.properties, readers: Type.String() }),
    adds: true,
    answer: (result, { detail }, { portal }) => ({
      ...presentPage(result, detail),
      readers: readersText(result, portal),
    }),
  }),
  tool({
    name: 'update_page',
    title: 'Rename or move a page',
    description: 'Changes the title, and if sent the chapter and the navigation. Blocks stay as they are.',
    operation: updatePage,
    translated: updateTexts,
    args: Input({ page, expected_version: requiredVersion, detail }),
    wording: { parent_id: chapter },
    output: changedOutput,
    answer: (result, { detail }) => presentPage(result, detail),
  }),
  tool({
    name: 'save_page',
    title: 'Save a page and merge',
    description:
      'Replaces title and blocks, and merges the changes of others since base. Refuses conflicts: settle those that it returns.',
    operation: savePage,
    translated: saveTexts,
    args: Input({ page }),
    markdownFor: ['blocks'],
    wording: {
      base: 'version that yours was made from',
      title: 'left out, it stays',
      blocks: allBlocks,
      conflicts: 'whose value counts where both changed it',
      note: 'why',
    },
    output: Input({ ...changedOutput.properties, merged: described(Type.Integer(), "others' changes") }),
    answer: (saved) => ({ ...presentPage(saved), merged: saved.merged?.applied ?? 0 }),
  }),
  tool({
    name: 'replace_page_content',
    title: 'Replace all blocks of a page',
    description:
      'Replaces every block. Send a block with the id and type it has to keep its id. For one block use update_block.',
    operation: replaceContent,
    args: Input({ page, expected_version: requiredVersion, detail }),
    markdownFor: ['blocks'],
    wording: { blocks: allBlocks },
    output: changedOutput,
    answer: (result, { detail }) => presentPage(result, detail),
  }),
  tool({
    name: 'add_block',
    title: 'Add a block',
    description:
      'Adds a block, or those of Markdown, at the end of a page, or before or after another block of any level.',
    operation: addBlock,
    args: Input({ page, expected_version: optionalVersion('of the page'), detail }),
    markdownFor: ['type', 'data'],
    wording: { type: 'see describe_block_types', before: 'id of a block', after: 'id of a block' },
    output: changedOutput,
    adds: true,
    answer: (result, { detail }) => presentPage(result, detail),
  }),
  tool({
    name: 'update_block',
    title: 'Change a block',
    description: 'Replaces the sent fields of the data of a block; the others stay.',
    operation: updateBlock,
    translated: updateBlockTexts,
    args: Input({ page, block, expected_version: requiredVersion, detail }),
    wording: { data: Type.Object({}) },
    output: changedOutput,
    answer: (result, { detail }) => presentPage(result, detail),
  }),
  tool({
    name: 'delete_block',
    title: 'Remove a block',
    description: 'Removes a block with all that it holds.',
    operation: deleteBlock,
    args: Input({ page, block, expected_version: requiredVersion, detail }),
    output: changedOutput,
    answer: (result, { detail }) => presentPage(result, detail),
  }),
  tool({
    name: 'delete_page',
    title: 'Delete a page',
    description: `Moves a page into the trash, where it rests ${trashRetentionDays} days. A chapter must be empty.`,
    operation: deletePage,
    args: Input({ page, expected_version: requiredVersion }),
    output: Input({ deleted: described(Type.Integer(), 'id of the page') }),
    answer: (_result, { page }) => ({ deleted: page }),
  }),
  tool({
    name: 'replace_language_section',
    title: 'Replace a section of the corporate language',
    description: 'Replaces a section: read it with get_language.',
    operation: replaceSection,
    translated: replaceSectionIn,
    args: Input({
      section: OneOf(writableSectionNames),
      content: Type.Object({}, { description: 'the whole section' }),
      expected_version: requiredVersion,
    }),
    output: Input({ version, language: Type.Object({}, { additionalProperties: Type.Object({}) }) }),
    asks: ({ section, content, lang }) =>
      lang === undefined
        ? [replaceSection, { params: { section }, body: content }]
        : [replaceSectionIn, { params: { section, lang }, body: content }],
    answer: ({ value, version }) => ({ version, language: value }),
  }),
  tool({
    name: 'update_medium',
    title: 'Describe a medium',
    description:
      'Changes the sent details of a medium. People release media, and say from and until when they may be used.',
    operation: updateMedium,
    args: Input({
      medium: Type.Integer({ description: 'id of a medium' }),
      expected_version: optionalVersion('of view_medium'),
    }),
    params: { medium: 'id' },
    wording: {
      description: 'what is to be seen, for those who do not see it',
      tags: Type.Array(Type.String(), { description: 'all of its tags; new ones are added to the brand' }),
      licence: Type.Unsafe({
        type: ['object', 'null'],
        description: `{kind, text}; kind: ${licenceKinds.join(', ')}`,
      }),
    },
    output: Input({ version, medium: Type.Object({}) }),
    answer: ({ value, version }) => ({ version, medium: value }),
  }),
];
