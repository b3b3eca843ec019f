import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import { blockTypes } from '../content/blocks/types.js';
import type { ContextEntry } from '../content/brand-context.js';
import { ifTooLarge } from '../content/work/content-work.js';
import { notFound } from '../lib/errors.js';
import { describeBlockTypes } from '../operations/block-types.js';
import { showBrand } from '../operations/brand.js';
import { listEntries } from '../operations/context.js';
import type { Operation } from '../operations/engine/contract.js';
import { maxMarkdownSource } from '../operations/engine/markdown.js';
import { showLanguage } from '../operations/language.js';
import { listPages, showPage } from '../operations/pages.js';
import type { Caller } from './caller.js';
import { paginate } from './paging.js';

const scheme = 'brand-portal://';
const markdownType = 'text/markdown';
const jsonType = 'application/json';

/** A kind of resource. Its address is `path`, followed by an id if the kind has a template. */
interface Kind {
  readonly path: string;
  readonly operation: Operation;
  readonly template?: { readonly name: string; readonly description: string };
  list(caller: Caller): Promise<readonly Listed[]>;
  /** @throws `not_found` */
  read(caller: Caller, id: string): Promise<{ readonly json: unknown; markdown(): Promise<string> }>;
}

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
}

const kinds: readonly Kind[] = [
  {
    path: 'brand',
    operation: showBrand,
    list: async () => [{ id: '', title: 'The brand', description: 'Name, theme, fonts, palette' }],
    async read(caller) {
      const { value } = await caller.run(showBrand);
      return { json: value, markdown: () => caller.work('writeMarkdown', 'brandToMarkdown', value) };
    },
  },
  {
    path: 'language',
    operation: showLanguage,
    list: async () => [
      { id: '', title: 'Corporate language', description: 'Voice, terminology and notation of the brand' },
    ],
    async read(caller) {
      const { value } = await caller.run(showLanguage);
      return { json: value, markdown: () => caller.work('writeMarkdown', 'languageToMarkdown', value) };
    },
  },
  {
    path: 'context/',
    operation: listEntries,
    template: { name: 'context', description: 'A verified fact about the brand' },
    list: async (caller) =>
      (await entries(caller)).map(({ id, title, category_label }) => ({ id, title, description: category_label })),
    async read(caller, id) {
      const entry = (await entries(caller)).find((candidate) => candidate.id === id);
      if (entry === undefined) throw notFound('Entry');
      return { json: entry, markdown: () => caller.work('writeMarkdown', 'entryToMarkdown', entry) };
    },
  },
  {
    path: 'pages/',
    operation: listPages,
    template: { name: 'pages', description: 'A page or chapter with its blocks' },
    async list(caller) {
      const { value } = await caller.run(listPages);
      return value.map(({ id, title, type }) => {
        const listed = { id: String(id), title };
        return type === 'container' ? { ...listed, description: 'Chapter' } : listed;
      });
    },
    async read(caller, id) {
      const { value } = await caller.run(showPage, { params: { page: id } });
      return { json: value, markdown: () => caller.work('writeMarkdown', 'pageToMarkdown', value) };
    },
  },
  {
    path: 'block-types/',
    operation: describeBlockTypes,
    template: { name: 'block-types', description: 'The data of one block type as JSON Schema' },
    list: async () => [],
    async read(caller, id) {
      if (!blockTypes.has(id)) throw notFound('Block type');
      const { value } = await caller.run(describeBlockTypes, { query: { types: [id] } });
      return { json: value, markdown: () => caller.work('writeMarkdown', 'jsonToMarkdown', value) };
    },
  },
];

async function entries(caller: Caller): Promise<readonly ContextEntry[]> {
  return (await caller.run(listEntries)).value;
}

export async function listResources(caller: Caller, cursor: string | undefined) {
  const resources: Resource[] = [];
  for (const kind of kinds) {
    if (!caller.may(kind.operation)) continue;
    for (const { id, title, description } of await kind.list(caller)) {
      const uri = `${scheme}${kind.path}${id}`;
      const name = `${kind.path}${id}`;
      resources.push({ uri, name, title, mimeType: markdownType, ...(description ? { description } : {}) });
    }
  }
  const { items, next_cursor } = paginate(resources, { cursor, limit: 200 });
  return { resources: [...items], ...(next_cursor === null ? {} : { nextCursor: next_cursor }) };
}

export function listTemplates(caller: Caller): ResourceTemplateType[] {
  return kinds.filter((kind) => caller.may(kind.operation)).flatMap(templatesOfKind);
}

/** A template for Markdown, if the resources of the kind are not listed by name, and one for JSON. */
function templatesOfKind({ path, template }: Kind): ResourceTemplateType[] {
  const { name, description } = template ?? { name: path, description: `The ${path}` };
  const base = template === undefined ? `${scheme}${path}` : `${scheme}${path}{id}`;
  const json = {
    uriTemplate: `${base}{.format}`,
    name: `${name}-json`,
    mimeType: jsonType,
    description: `${description}; with the format json as JSON`,
  };
  if (template === undefined) return [json];

  const markdown = { uriTemplate: base, name, description: `${description}, as Markdown`, mimeType: markdownType };
  return [markdown, json];
}

function tooLong(uri: string): string {
  return `This is too long to be shown as Markdown. Read \`${uri}.json\`, or a page by parts with get_page_outline.\n`;
}

/** @throws `not_found` for an address that names no resource, or one that the caller may not read */
export async function readResource(caller: Caller, uri: string): Promise<ReadResourceResult> {
  const wantsJson = uri.endsWith('.json');
  const name = (wantsJson ? uri.slice(0, -'.json'.length) : uri).slice(scheme.length);
  const kind = kinds.find(({ path, template }) => (template === undefined ? name === path : name.startsWith(path)));
  if (!uri.startsWith(scheme) || kind === undefined) throw notFound('Resource');

  const { json, markdown } = await kind.read(caller, name.slice(kind.path.length));
  const text = JSON.stringify(json);
  if (wantsJson) return { contents: [{ uri, mimeType: jsonType, text }] };
  const markdownText =
    text.length > maxMarkdownSource ? tooLong(uri) : await markdown().catch(ifTooLarge(() => tooLong(uri)));
  return { contents: [{ uri, mimeType: markdownType, text: markdownText }] };
}
