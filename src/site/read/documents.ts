import { adobeSwatches } from '../../content/adobe-swatches.js';
import { paths } from '../../content/catalog/paths.js';
import { savedAs } from '../../content/files/pointer.js';
import { defaultLanguage, languageOf } from '../../content/language-tags.js';
import { notFound } from '../../lib/errors.js';
import { showTokens } from '../../operations/brand.js';
import { palette } from '../../operations/colors.js';
import { showPage } from '../../operations/pages.js';
import type { BrandContext } from '../context.js';
import { treeOf } from '../frame/tree.js';
import type { InLanguage } from '../languages.js';
import { pagesBySlug } from '../pages-by-slug.js';
import type { BytesReply, TextReply } from '../replies.js';

const markdown = 'text/markdown; charset=utf-8';
const plain = 'text/plain; charset=utf-8';

/** Address with the origin of the configuration: what a request says of its host never gets into a document. */
const absolute = ({ origin }: BrandContext, path: string): string => origin + path;

/**
 * Address of a page as Markdown.
 *
 * @throws `not_found`
 */
export function markdownHref(context: BrandContext, slug = context.params.page ?? ''): string {
  if (!pagesBySlug(context.catalog).has(slug)) throw notFound('Page');
  return context.documentHref(`${encodeURIComponent(slug)}.md`);
}

/**
 * A page as Markdown.
 *
 * @throws `not_found`
 */
export async function markdownPage(context: BrandContext): Promise<TextReply> {
  const { catalog, language } = context;
  const record = pagesBySlug(catalog).get(context.params.page ?? '');
  if (record === undefined) throw notFound('Page');
  const result = await context.perform(showPage, {
    params: { page: String(record.id) },
    query: { include: 'collections', ...(language !== null && { lang: language }) },
    form: 'text/markdown',
  });
  if (result.text === undefined) throw notFound('Page');
  const { summary } = record;
  // A text of JSON is one of YAML.
  const head = summary === null ? '' : `---\ndescription: ${JSON.stringify(summary)}\n---\n\n`;
  return {
    type: markdown,
    text: head + result.text.text,
    language: result.languages?.join(', ') ?? languageOf(catalog, record),
  };
}

/** Upper bound on pages that one document names. */
const maxNamed = 50_000;

const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });
/** `German` */
const nameOf = (tag: string): string => languageNames.of(tag) ?? tag;

/** Contents of the portal for language models (llmstxt.org). */
export function llmsText(context: BrandContext): TextReply {
  const { catalog, name, href, language } = context;
  const { sentence } = catalog.portal;
  const own = languageOf(catalog);
  const inBrackets = (text: string): string => text.replace(/[[\]\\]/g, '\\$&').replace(/\s+/g, ' ');
  const lines = treeOf(catalog)
    .read.slice(0, maxNamed)
    .map((page) => {
      const link = `- [${inBrackets(page.title)}](${absolute(context, markdownHref(context, page.slug))})`;
      const foreign = languageOf(catalog, page) === own ? [] : [`in ${nameOf(languageOf(catalog, page))}`];
      const notes = [...foreign, page.summary?.replace(/\s+/g, ' ') ?? []].flat();
      return notes.length === 0 ? link : `${link}: ${notes.join('. ')}`;
    });
  const tokens = `- [Design tokens](${absolute(context, href('/-/tokens.json'))}): colours and fonts`;
  const swatches = `- [Adobe swatches](${absolute(context, href('/-/tokens.ase'))}): colours`;
  const others = context
    .placeInLanguages()
    .filter(({ tag }) => tag !== language)
    .map(({ tag, href }) => `- [${nameOf(tag)}](${absolute(context, `${href.replace(/\/$/, '')}/llms.txt`)})`);
  const text = [
    ...[`# ${name.replace(/\s+/g, ' ')}`, ''],
    ...(sentence === '' ? [] : [`> ${sentence.replace(/\s+/g, ' ')}`, '']),
    ...(own === defaultLanguage ? [] : [`Written in ${nameOf(own)}.`, '']),
    ...['## Pages', '', ...lines, '', '## Data', '', tokens, swatches, ''],
    ...(others.length === 0 ? [] : ['## Languages', '', ...others, '']),
  ];
  return { type: markdown, text: text.join('\n'), language: own };
}

/** Pages for search engines. A portal that is not public has no sitemap. */
export function sitemap(context: BrandContext): TextReply {
  if (context.brand.portal !== 'public') throw notFound('Page');
  const { catalog, href, pageHref, placeInLanguages, pageInLanguages } = context;
  const addressesOf = (places: readonly InLanguage[], only: string): readonly string[] =>
    places.some(({ isWritten }) => isWritten)
      ? places.flatMap(({ isWritten, href }) => (isWritten ? href : []))
      : [only];
  const urlOf = (path: string, changed = '') => `<url><loc>${escapeXml(absolute(context, path))}</loc>${changed}</url>`;
  const pages = treeOf(catalog).read.slice(0, maxNamed - 1);
  const urls = [
    ...addressesOf(placeInLanguages(), href('/')).map((path) => urlOf(path)),
    ...pages.flatMap((page) => {
      const { slug, updated_at: time } = page;
      const changed = time === null || Number.isNaN(Date.parse(time)) ? '' : `<lastmod>${escapeXml(time)}</lastmod>`;
      return addressesOf(pageInLanguages(page), pageHref(slug)).map((path) => urlOf(path, changed));
    }),
  ].slice(0, maxNamed);
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';
  return { type: 'application/xml; charset=utf-8', text: `${head}\n${urls.join('\n')}\n</urlset>\n` };
}

const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`).replace(/\p{Cc}/gu, '');

/** Rules for search engines, which read them only at the root of a host. */
export function robots(context: BrandContext): TextReply {
  const { brand, href } = context;
  const rules =
    brand.portal === 'public'
      ? [
          'Allow: /',
          `Disallow: ${href('/-/search')}`,
          `Disallow: ${href('/-/print')}`,
          '',
          `Sitemap: ${absolute(context, context.documentHref('sitemap.xml'))}`,
        ]
      : ['Disallow: /'];
  return { type: plain, text: ['User-agent: *', ...rules, ''].join('\n') };
}

/** Design tokens as JSON. */
export async function tokensJson(context: BrandContext): Promise<TextReply> {
  requireBrand(context);
  const { value } = await context.perform(showTokens);
  return { type: 'application/json; charset=utf-8', text: `${JSON.stringify(value, null, 2)}\n` };
}

/** Design tokens as CSS custom properties. */
export async function tokensCss(context: BrandContext): Promise<TextReply> {
  requireBrand(context);
  const { text } = await context.perform(showTokens, { form: 'text/css' });
  return { type: 'text/css; charset=utf-8', text: text?.text ?? '' };
}

/** The palette for programs of Adobe. */
export function tokensAse(context: BrandContext): BytesReply {
  requireBrand(context);
  const { name } = savedAs(context.slug, null, { name: 'colors.ase' });
  return { bytes: adobeSwatches(palette(context.catalog)), type: 'application/x-adobe-swatches', name };
}

function requireBrand({ catalog }: BrandContext): void {
  if (catalog.brand === null) throw notFound(paths.brand);
}
