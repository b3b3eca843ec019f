import { blockTypes } from '../../content/blocks/registry.js';
import { Brand, BrandColor } from '../../content/brand.js';
import { ContextEntry } from '../../content/brand-context.js';
import { sectionNames } from '../../content/files.js';
import { MediaItem } from '../../content/media.js';
import { Input, OneOf, Type } from '../../content/schema.js';
import { describeBlockTypes } from '../../operations/block-types.js';
import { listColors, showBrand, showColor } from '../../operations/brand.js';
import { listEntries } from '../../operations/brand-context.js';
import { noInput } from '../../operations/execute.js';
import { replaceSection, showLanguage, showSection } from '../../operations/language.js';
import { listMedia } from '../../operations/media.js';
import { pageOf, pagingArguments, pagingOutput } from '../paging.js';
import { changes, described, noBody, reads, requiredVersion, type Tool, text, version } from '../tool.js';

export const getBrand: Tool = {
  name: 'get_brand',
  title: 'Get the brand',
  description: 'Name, theme colours, fonts and the whole colour palette of the brand. A good first call.',
  operation: showBrand,
  own: Input({}),
  output: Input({ version, brand: Brand }),
  hints: reads,
  toRun: () => ({ operation: showBrand, input: noInput }),
  present: ({ value, version }) => ({ version, brand: value }),
};

export const getColors: Tool = {
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
  toRun: ({ color, expand }) =>
    color === undefined
      ? { operation: listColors, input: { ...noInput, query: { expand } } }
      : { operation: showColor, input: { ...noInput, params: { color: text(color) } } },
  present: ({ value, version }, own) => {
    const { items, ...place } = pageOf(own.color === undefined ? (value as unknown[]) : [value], own);
    return { version, ...place, colors: items };
  },
};

const sectionContent = Type.Object({}, { additionalProperties: Type.Object({}) });

export const getLanguage: Tool = {
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
  toRun: ({ section }) =>
    section === undefined
      ? { operation: showLanguage, input: noInput }
      : { operation: showSection, input: { ...noInput, params: { section: text(section) } } },
  present: ({ value, version }) => ({ version, language: value }),
};

export const replaceLanguage: Tool = {
  name: 'replace_language_section',
  title: 'Replace a section of the corporate language',
  description:
    'Replaces a whole section: read it with get_language, change it, and send all of it. meta cannot be written.',
  operation: replaceSection,
  own: Input({
    section: OneOf(sectionNames),
    content: Type.Object({}, { description: 'the whole section' }),
    expected_version: requiredVersion,
  }),
  output: Input({ version, language: sectionContent }),
  hints: changes,
  toRun: ({ section, content }) => {
    return { operation: replaceSection, input: { ...noInput, params: { section: text(section) }, body: content } };
  },
  present: ({ value, version }) => ({ version, language: value }),
};

export const listContext: Tool = {
  name: 'list_context',
  title: 'List verified facts',
  description: 'Verified facts about the company, with sources. Use these and no others when you state facts. '.concat(
    'An unknown category is answered with the valid ones.',
  ),
  operation: listEntries,
  own: Input({ category: Type.Optional(Type.String()), ...pagingArguments }),
  output: Input({ version, ...pagingOutput, entries: Type.Array(ContextEntry) }),
  hints: reads,
  toRun: ({ category }) => ({ operation: listEntries, input: { ...noInput, query: { category } } }),
  present: ({ value, version }, own) => {
    const { items, ...place } = pageOf(value as unknown[], own);
    return { version, ...place, entries: items };
  },
};

export const getMedia: Tool = {
  name: 'list_media',
  title: 'List media',
  description: 'Released images, videos and documents; blocks refer to them by id (media_id).',
  operation: listMedia,
  own: Input(pagingArguments),
  output: Input({ version, ...pagingOutput, media: Type.Array(MediaItem) }),
  hints: reads,
  toRun: () => ({ operation: listMedia, input: noInput }),
  present: ({ value, version }, own) => {
    const { items, ...place } = pageOf(value as unknown[], own);
    return { version, ...place, media: items };
  },
};

export const describeBlocks: Tool = {
  name: 'describe_block_types',
  title: 'Describe block types',
  description: 'The kinds of blocks a page is made of. Without types: all, with the names of their fields; '.concat(
    'with types: the JSON Schema of their data. Look up what you need before you write blocks.',
  ),
  operation: describeBlockTypes,
  own: Input({ types: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: blockTypes.size })) }),
  output: Input({
    types: Type.Array(
      Input({
        type: Type.String(),
        fields: Type.Array(Type.String()),
        data: Type.Optional(described(Type.Object({}), 'JSON Schema; x-kind is explained in kinds')),
      }),
    ),
    kinds: Type.Optional(Type.Object({})),
    limits: Type.Optional(Type.Object({})),
  }),
  hints: reads,
  toRun: ({ types }) => ({ operation: describeBlockTypes, input: { params: {}, query: { types }, body: noBody } }),
  present: ({ value }) => value as Record<string, unknown>,
};
