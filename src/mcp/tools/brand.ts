import { Brand, BrandColor } from '../../content/brand.js';
import { ContextEntry } from '../../content/brand-context.js';
import { sectionNames } from '../../content/catalog/paths.js';
import { writableSectionNames } from '../../content/language.js';
import { MediaItem } from '../../content/media.js';
import { BlockTypesAnswer, BlockTypesQuery, describeBlockTypes } from '../../operations/block-types.js';
import { showBrand } from '../../operations/brand.js';
import { listColors, showColor } from '../../operations/colors.js';
import { listEntries } from '../../operations/context.js';
import { replaceSection, showLanguage, showSection } from '../../operations/language.js';
import { listMedia } from '../../operations/media.js';
import { Input, OneOf, Type } from '../../validation/schema.js';
import { listAnswer, pagingArguments, pagingOutput } from '../paging.js';
import { changes, reads, requiredVersion, tool, version } from '../tool.js';

export const getBrand = tool({
  name: 'get_brand',
  title: 'Get the brand',
  description: 'Name, theme colours, fonts and the whole colour palette of the brand. A good first call.',
  operation: showBrand,
  own: Input({}),
  output: Input({ version, brand: Brand }),
  hints: reads,
  async call(_own, _body, run) {
    const { value, version } = await run(showBrand);
    return { version, brand: value };
  },
});

export const getColors = tool({
  name: 'list_colors',
  title: 'List colours',
  description: 'The brand colours: ids, names, roles; with expand "full" every notation; with color only that one.',
  operation: listColors,
  own: Input({
    expand: Type.Optional(OneOf(['full'])),
    color: Type.Optional(Type.Integer({ description: 'id of a colour' })),
    ...pagingArguments,
  }),
  output: Input({ version, ...pagingOutput, colors: Type.Array(Type.Partial(BrandColor)) }),
  hints: reads,
  async call({ color, expand, ...paging }, _body, run) {
    if (color === undefined) return listAnswer('colors', await run(listColors, { query: { expand } }), paging);
    const { value, ...found } = await run(showColor, { params: { id: String(color) } });
    return listAnswer('colors', { ...found, value: [value] }, paging);
  },
});

const sectionContent = Type.Object({}, { additionalProperties: Type.Object({}) });

export const getLanguage = tool({
  name: 'get_language',
  title: 'Get the corporate language',
  description:
    'How the brand speaks: voice, terminology, company name, notation. Read it before you write any text. '.concat(
      'Name a section to get only it, with the version that replace_language_section wants.',
    ),
  operation: showLanguage,
  own: Input({ section: Type.Optional(OneOf(sectionNames)) }),
  output: Input({ version, language: Type.Object({}, { description: 'sections by name' }) }),
  hints: reads,
  async call({ section }, _body, run) {
    const { value, version } =
      section === undefined ? await run(showLanguage) : await run(showSection, { params: { section } });
    return { version, language: value };
  },
});

export const replaceLanguage = tool({
  name: 'replace_language_section',
  title: 'Replace a section of the corporate language',
  description: 'Replaces a whole section: read it with get_language, change it, and send all of it.',
  operation: replaceSection,
  own: Input({
    section: OneOf(writableSectionNames),
    content: Type.Object({}, { description: 'the whole section' }),
    expected_version: requiredVersion,
  }),
  output: Input({ version, language: sectionContent }),
  hints: changes,
  async call({ section, content }, _body, run) {
    const { value, version } = await run(replaceSection, { params: { section }, body: content });
    return { version, language: value };
  },
});

export const listContext = tool({
  name: 'list_context',
  title: 'List verified facts',
  description: 'Verified facts about the company, with sources. Use these and no others when you state facts. '.concat(
    'An unknown category is answered with the valid ones.',
  ),
  operation: listEntries,
  own: Input({ category: Type.Optional(Type.String()), ...pagingArguments }),
  output: Input({ version, ...pagingOutput, entries: Type.Array(ContextEntry) }),
  hints: reads,
  call: async ({ category, ...paging }, _body, run) =>
    listAnswer('entries', await run(listEntries, { query: { category } }), paging),
});

export const getMedia = tool({
  name: 'list_media',
  title: 'List media',
  description: 'Released images, videos and documents; blocks refer to them by id (media_id).',
  operation: listMedia,
  own: Input(pagingArguments),
  output: Input({ version, ...pagingOutput, media: Type.Array(MediaItem) }),
  hints: reads,
  call: async (paging, _body, run) => listAnswer('media', await run(listMedia), paging),
});

export const describeBlocks = tool({
  name: 'describe_block_types',
  title: 'Describe block types',
  description: 'The kinds of blocks a page is made of. Without types: all, with the names of their fields; '.concat(
    'with types: the JSON Schema of their data. Look up what you need before you write blocks.',
  ),
  operation: describeBlockTypes,
  own: BlockTypesQuery,
  output: BlockTypesAnswer,
  hints: reads,
  call: async ({ types }, _body, run) => (await run(describeBlockTypes, { query: { types } })).value,
});
