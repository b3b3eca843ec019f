import { type BrandFile, Visibility } from '../content/brand.js';
import type { Sanitizer } from '../content/html/sanitizer.js';
import { PageCreate, type PageFile, pageDefaults, pageFile } from '../content/page.js';
import { mayCarryBlocks, normalizedSlug, reportLineBreaks } from '../content/page-rules.js';
import { message } from '../validation/messages.js';
import { Exact, Nullable, report, type Static, Type } from '../validation/schema.js';
import { withoutDefaults } from './defaults.js';
import { keepKnown } from './known-keys.js';
import { type BlockReader, blocksYaml } from './page-blocks.js';
import { PageId } from './page-id.js';
import type { PageNode } from './page-tree.js';
import type { LineOf } from './yaml-document.js';
import type { YamlFile } from './yaml-file.js';

const { parent_id: _, ...fields } = PageCreate.properties;

/** What `pages.create` takes, but for the chapter, which is the folder; and what only the backend sets. */
const PageYaml = Exact({
  ...fields,
  id: Type.Optional(PageId),
  visibility: Type.Optional(Nullable(Visibility)),
  updated_at: Type.Optional(Nullable(Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' }))),
});
type PageYaml = Partial<Static<typeof PageYaml>>;

/** A page as far as its own file tells; its id and slug depend on the other pages, too. */
export interface PageDraft {
  readonly node: PageNode;
  readonly id: number | undefined;
  /** `undefined`: to be made from the title. */
  readonly slug: string | undefined;
  readonly lineOf: LineOf;
  readonly page: Omit<PageFile, 'id' | 'slug' | 'parent_id'>;
}

export interface PageContext {
  readonly maxPages: number;
  readonly sanitizer: Sanitizer;
  readonly blocks: BlockReader;
  readonly defaultVisibility: BrandFile['default_visibility'];
  readonly time: string;
  readonly highestPageId: number;
}

/** @returns what may be used only when nothing was reported */
export function readPage(source: YamlFile, node: PageNode, context: PageContext): PageDraft | null {
  const mapping = source.mapping();
  if (mapping === null) return null;
  return source.check((violations) => {
    const sent = keepKnown(PageYaml, withoutBlanks(mapping), '', violations) as PageYaml;
    report(PageYaml, sent, violations);
    const type = sent.type ?? pageDefaults.type;
    reportLineBreaks('title', sent.title, violations);
    if (node.hasFolder && type === 'guideline') {
      violations.add('type', 'The type field must be container: the page has a folder of children.');
    }
    const blocks = Array.isArray(sent.blocks) ? sent.blocks : [];
    if (!mayCarryBlocks(type) && blocks.length > 0) violations.add('blocks', message.chapterBlocks('blocks'));
    return {
      node,
      id: sent.id,
      slug: typeof sent.slug === 'string' ? normalizedSlug(sent.slug, violations) : undefined,
      lineOf: source.lineOfLater(),
      page: {
        title: typeof sent.title === 'string' ? sent.title : '',
        type,
        position: node.position,
        nav_expansion: sent.nav_expansion ?? pageDefaults.nav_expansion,
        visibility: sent.visibility ?? context.defaultVisibility,
        updated_at: sent.updated_at === undefined ? context.time : sent.updated_at,
        blocks: context.blocks.read(blocks, violations),
      },
    };
  });
}

/** The content of a page's YAML file: chapter and position follow from where the file lies. */
export function pageYaml(page: PageFile): unknown {
  const { parent_id: _, position: __, blocks, ...head } = pageFile(page);
  return { ...withoutDefaults(head, pageDefaults), ...(blocks.length === 0 ? {} : { blocks: blocksYaml(blocks) }) };
}

/** Texts trimmed, blank ones left out, as the API reads its fields. */
function withoutBlanks(mapping: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const trimmed = Object.entries(mapping).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim() : value,
  ]);
  return Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
}
