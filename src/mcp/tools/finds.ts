import type { MediaItemWithFile } from '../../content/files/presented.js';
import { ifTooLarge } from '../../content/work/content-work.js';
import { found, invalidField } from '../../lib/errors.js';
import { listEntries } from '../../operations/context.js';
import type { Operation, Input as OperationInput } from '../../operations/engine/contract.js';
import { maxMarkdownSource } from '../../operations/engine/markdown.js';
import { showLanguage } from '../../operations/language.js';
import { listMedia } from '../../operations/media.js';
import { showPage } from '../../operations/pages.js';
import { SearchResult, search, searchAllTypes, searchQuery } from '../../operations/search.js';
import { Input, Type } from '../../validation/schema.js';
import { message } from '../../validation/violations.js';
import type { Caller } from '../caller.js';
import { absoluteFile } from '../page-answer.js';
import { parseReference, type Reference, referenceTo, urlOf } from '../reference.js';
import { described, type Tool, tool } from '../tool.js';

const { q, type, limit } = searchQuery;
const words = described(q, 'words to look for');

export const searchTool = tool({
  name: 'search',
  title: 'Search',
  description:
    'Finds pages, sections of the corporate language, verified facts and media by their words, the best first, with an excerpt. ' +
    'Use it before you read many pages. block_id names the block of a page that matches best.',
  operation: search,
  args: Input({
    q: Type.Optional(words),
    query: Type.Optional(described(q, 'the same as q')),
    type: Type.Optional(described(type, 'only these')),
    limit: Type.Optional(described(limit, 'default 20')),
  }),
  output: Input({ results: Type.Array(Input({ ...SearchResult.properties, url: Type.String() })) }),
  asks({ q, query, ...others }) {
    if (q !== undefined && query !== undefined) throw invalidField('query', message.prohibitedWith('query', 'q'));
    const asked = q ?? query;
    return [searchAllTypes, { query: asked === undefined ? others : { ...others, q: asked } }];
  },
  answer: ({ value }, _args, { portal }) => ({
    results: value.map((result) => ({ ...result, url: urlOf(portal, result) })),
  }),
});

/** Text and address of a thing, as `fetch` shows it. */
interface Shown {
  readonly title: string;
  readonly text: string;
  readonly metadata: Readonly<Record<string, string | null | undefined>>;
}

/** A type of things: the operation that reads one, and what is shown of its value. */
interface Kind<Value = unknown> {
  readonly operation: Operation<Value>;
  input(id: string): Partial<OperationInput>;
  show(value: Value, id: string, caller: Caller): Promise<Shown> | Shown;
}

const kind = <Value>(own: Kind<Value>): Kind => own;

export const listWithFiles = listMedia as Operation<unknown> as Operation<readonly MediaItemWithFile[]>;
export const withFile = { query: { include: 'file' } };

const kinds: Readonly<Record<Reference['type'], Kind>> = {
  page: kind({
    operation: showPage,
    input: (page) => ({ params: { page } }),
    async show(page, _id, caller) {
      const { title, visibility, updated_at } = page;
      return { title, text: await markdownOf(caller, 'pageToMarkdown', page), metadata: { visibility, updated_at } };
    },
  }),
  section: kind({
    operation: showLanguage,
    input: () => ({}),
    async show(document, id, caller) {
      const { brand, version, status, ...sections }: Readonly<Record<string, unknown>> = document;
      const section = found(Object.hasOwn(sections, id) ? sections[id] : undefined, 'Section');
      const text = await markdownOf(caller, 'languageToMarkdown', { brand, version, status, [id]: section });
      return { title: id, text, metadata: { status: String(status) } };
    },
  }),
  entry: kind({
    operation: listEntries,
    input: () => ({}),
    async show(entries, id, caller) {
      const entry = found(
        entries.find((candidate) => candidate.id === id),
        'Entry',
      );
      const text = await markdownOf(caller, 'entryToMarkdown', entry);
      return { title: entry.title, text, metadata: { category: entry.category_label } };
    },
  }),
  media: kind({
    operation: listWithFiles,
    input: () => withFile,
    show(media, id, caller) {
      const listed = media.find((medium) => String(medium.id) === id);
      const { title, caption, type, width, height, file } = absoluteFile(found(listed, 'Medium'), caller);
      const size = width === null || height === null ? null : `${width} × ${height} pixels`;
      const lines = [title, caption, [type, size].filter(Boolean).join(', '), file?.address];
      const metadata = { kind: type, mime: file?.type, address: file?.address };
      return { title: title ?? file?.name ?? `Medium ${id}`, text: lines.filter(Boolean).join('\n\n'), metadata };
    },
  }),
};

export const fetchTool = tool({
  name: 'fetch',
  title: 'Fetch a search result',
  description: 'The whole text of something that search finds, as Markdown. To write, read with get_page.',
  operation: showPage as Operation<unknown>,
  isBare: true,
  args: Input({
    id: Type.String({ minLength: 1, maxLength: 1000, description: 'url of a result, or a type and an id: page:11' }),
  }),
  output: Input({
    id: Type.String(),
    title: Type.String(),
    text: Type.String(),
    url: Type.String(),
    metadata: Type.Object({}),
  }),
  asks({ id: sent }, { portal }) {
    const { type, id } = parseReference(sent, portal);
    return [kinds[type].operation, kinds[type].input(id)];
  },
  async answer({ value, version }, { id: sent }, caller) {
    const reference = parseReference(sent, caller.portal);
    const { type, id } = reference;
    const { title, text, metadata } = await kinds[type].show(value, id, caller);
    const known = Object.entries({ type, version, ...metadata }).filter(([, member]) => member != null);
    const url = urlOf(caller.portal, { ...reference, title });
    return { id: referenceTo(reference), title, text, url, metadata: Object.fromEntries(known) };
  },
});

type Writer = 'pageToMarkdown' | 'languageToMarkdown' | 'entryToMarkdown';

const tooLong = 'This is too long to be shown as a whole.';

async function markdownOf(caller: Caller, writer: Writer, value: unknown): Promise<string> {
  if (JSON.stringify(value).length > maxMarkdownSource) return tooLong;
  return caller.work('writeMarkdown', writer, value).catch(ifTooLarge(() => tooLong));
}

/**
 * The two tools that ChatGPT's connectors ask for. Each answer is JSON in one text, without structured content:
 * `{results: [{id, title, url}]}` and `{id, title, text, url, metadata}`.
 */
export const connectorTools: readonly Tool[] = [
  tool({
    name: 'search',
    title: 'Search',
    description: 'Finds guidelines, corporate language, verified facts and media of the brand by their words.',
    operation: search,
    isBare: true,
    args: Input({ query: words }),
    asks: ({ query: q }) => [searchAllTypes, { query: { q } }],
    answer: ({ value }, _args, { portal }) => ({
      results: value.map((result) => ({ id: referenceTo(result), title: result.title, url: urlOf(portal, result) })),
    }),
  }),
  { ...fetchTool, listed: withoutOutput(fetchTool.listed) },
];

function withoutOutput({ outputSchema: _, ...listed }: Tool['listed']): Tool['listed'] {
  return listed;
}
