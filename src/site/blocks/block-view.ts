import type { PageRecord } from '../../content/catalog/page-record.js';
import { mediaIn } from '../../content/collection-media.js';
import { embedOf } from '../../content/embeds.js';
import { fileTypeOf } from '../../content/files/types.js';
import { isSafeUrl } from '../../content/html/url.js';
import { languageOf } from '../../content/language-tags.js';
import { outsideDay } from '../../content/media.js';
import type { TranslatedText, TranslatedTexts } from '../../content/translations/apply.js';
import { storedIn } from '../../content/validity.js';
import { groupBy } from '../../lib/group-by.js';
import { sortedBy } from '../../lib/order.js';
import type { BrandContext } from '../context.js';
import { blockLangs } from '../frame/language.js';
import { facesOf, isOnDevices } from '../frame/theme-sheet.js';
import { headingTag } from './heading.js';
import { isForDeep } from './media.js';
import { readingView } from './reading.js';
import type { BlockLanguages, BlockView } from './view.js';

/**
 * View of a page's blocks for the reader of the portal.
 *
 * @param pageId of that page, for an address of its downloads in one file
 * @param page by whose language it is read
 * @param texts of the page, if it is read in translation
 */
export function blockViewOf(
  context: BrandContext,
  pageId?: number,
  page: Pick<PageRecord, 'language'> | undefined = context.catalog.pages.get(pageId ?? 0),
  texts: TranslatedTexts | null = null,
): BlockView {
  const { catalog, shownHref, downloadHref, visitor } = context;
  const fonts = catalog.brand?.theme.fonts ?? [];
  return readingView({
    medium(id) {
      const medium = catalog.media.get(Number(id));
      if (medium === undefined) return null;
      const file = catalog.files.get(medium.id) ?? null;
      const outside = catalog.outside?.get(medium.id);
      return {
        medium,
        file,
        outside: outside && outsideDay(outside),
        type: file === null ? undefined : fileTypeOf(file.name),
        mean: () => (file === null ? null : context.means.classOf(medium.id, file)),
        isDeep: isForDeep(context.source.media.get(medium.id) ?? medium),
        shown: (picture) => (file === null ? '' : shownHref(medium.id, file, picture)),
        saved: (picture) => (file === null ? '' : downloadHref(medium.id, file, picture)),
      };
    },
    description: (id) => storedIn(catalog, Number(id))?.description ?? '',
    color: (id) => catalog.colors.get(Number(id)) ?? null,
    collection(id) {
      const collection = catalog.collections.get(Number(id));
      return collection === undefined ? null : { ...collection, media: mediaIn(catalog, collection) };
    },
    link: (href) => linkIn(context, href),
    embed(address) {
      const embed = context.embedsOff === undefined ? null : embedOf(address, context.embedsOff);
      if (embed !== null) context.frames.add(new URL(embed.frame).origin);
      return embed;
    },
    heading: headingTag,
    font(family) {
      const font = fonts.find((candidate) => candidate.family === family);
      if (font === undefined) return null;
      return {
        ...font,
        sample: context.name,
        isStored: isOnDevices(family) || facesOf(catalog).some((face) => face.family === family),
      };
    },
    colorFile: (format) => context.href(`/-/tokens.${format}`),
    allFiles: (block) => (pageId === undefined ? null : context.zipHref(pageId, block)),
    isAnchored: true,
    isEditor: visitor === null,
    langs: blockLangs(languageOf(catalog, page), languageOf(catalog)),
    langOfRecord: context.langOfRecord,
    languagesIn: (block) => languagesOf(texts?.get(block), languageOf(catalog)),
  });
}

function languagesOf(texts: readonly TranslatedText[] | undefined, brand: string): BlockLanguages | null {
  const worded = (texts ?? []).filter(({ isWorded }) => isWorded);
  const [most] = sortedBy([...groupBy(worded, ({ language }) => language)], ([, all]) => -all.length);
  if (most === undefined) return null;
  const [language] = most;
  const others = new Map(worded.flatMap((text) => (text.language === language ? [] : [[text.path, text.language]])));
  return {
    block: blockLangs(language, brand),
    text(field) {
      const other = others.get(field);
      return other === undefined ? {} : { lang: other };
    },
  };
}

/** A link to a page that the reader does not see becomes its words, so that it does not reveal the page. */
export function linkIn({ pageNamed, pageHref }: BrandContext, href: string): Readonly<Record<string, string>> {
  if (!isSafeUrl(href)) return {};
  if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return { href, rel: 'noopener noreferrer' };
  if (href.startsWith('#')) return { href };
  const [, path = '', rest = ''] = /^(?:\.\/)?([^/?#]+)\/?((?:[?#].*)?)$/s.exec(href) ?? [];
  const slug = decodedPath(path);
  // The whole address: a preview or a version is shown elsewhere.
  const page = pageNamed(slug);
  return page === undefined ? {} : { href: pageHref(page.slug) + rest };
}

/** @returns an empty text, which is not a slug, for a malformed percent-encoding */
function decodedPath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
