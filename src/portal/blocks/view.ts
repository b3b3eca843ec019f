import type { BrandColor } from '../../content/brand.js';
import type { FilePointer } from '../../content/files/pointer.js';
import { type FileType, fileTypeOf } from '../../content/files/types.js';
import { isSafeUrl } from '../../content/html/sanitizer.js';
import type { MediaFile } from '../../content/media.js';
import type { Picture } from '../../service/files/media-body.js';
import type { PortalContext } from '../context.js';
import { pagesBySlug } from '../pages-by-slug.js';
import { type HtmlStyle, headingBelow } from './html.js';

/** A medium as a block shows it. */
export interface ShownMedium {
  readonly medium: MediaFile;
  /** `null`: it is stored elsewhere. */
  readonly file: FilePointer | null;
  readonly type: FileType | undefined;
  /** Address of the file, or of a picture of it, for the page itself. */
  shown(picture: Picture | null): string;
  /** Address from which it is saved. */
  saved(picture: Picture | null): string;
}

/** Everything that blocks show of what they refer to, as the reader may see it. */
export interface BlockView extends HtmlStyle {
  /** @param id as content has it, of any shape @returns `null` when the reader sees no such medium */
  medium(id: unknown): ShownMedium | null;
  color(id: unknown): BrandColor | null;
  /** Font of the theme by its family. */
  font(family: string): ShownFont | null;
  /** Address of all downloads of a block in one file; `null`: there is none. */
  allFiles(block: string): string | null;
  /** Whether each block gets its id as its anchor: only where a document shows a block once. */
  readonly isAnchored: boolean;
  /** Whether the reader can mend what is missing: then it is named. */
  readonly isEditor: boolean;
}

export interface ShownFont {
  readonly family: string;
  readonly role: string;
  readonly faces: readonly { readonly weight: number; readonly style: string }[];
  /** Text in which each face is shown. */
  readonly sample: string;
  /** Whether a file of it is served. */
  readonly isStored: boolean;
}

/** View of a page's blocks for the reader of the portal. @param pageId of that page; left out: only media are asked for */
export function blockViewOf(context: PortalContext, pageId?: number): BlockView {
  const { catalog, shownHref, downloadHref, visitor } = context;
  const { fonts: files } = catalog.portal;
  const fonts = catalog.brand?.theme.fonts ?? [];
  return {
    medium(id) {
      const medium = catalog.media.get(Number(id));
      if (medium === undefined) return null;
      const file = catalog.files.get(medium.id) ?? null;
      return {
        ...{ medium, file, type: file === null ? undefined : fileTypeOf(file.name) },
        shown: (picture) => (file === null ? '' : shownHref(medium.id, file, picture)),
        saved: (picture) => (file === null ? '' : downloadHref(medium.id, file, picture)),
      };
    },
    color: (id) => catalog.colors.get(Number(id)) ?? null,
    link: (href) => linkIn(catalog, href),
    heading: (level) => headingBelow(1, level),
    font(family) {
      const font = fonts.find((one) => one.family === family);
      if (font === undefined) return null;
      return { ...font, sample: context.name, isStored: files.some((one) => one.family === family) };
    },
    allFiles: (block) => (pageId === undefined ? null : context.zipHref(pageId, block)),
    isAnchored: true,
    isEditor: visitor === null,
  };
}

/** A link to a page that the reader does not see is its words only: it would tell that there is one. */
function linkIn(catalog: PortalContext['catalog'], href: string): Readonly<Record<string, string>> {
  if (!isSafeUrl(href)) return {};
  if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return { href, rel: 'noopener noreferrer' };
  const slug = decodedPath(/^(?:\.\/)?([^/?#]+)\/?(?:[?#]|$)/.exec(href)?.[1] ?? '');
  return href.startsWith('#') || pagesBySlug(catalog).has(slug) ? { href } : {};
}

/** @returns an empty text, which is no slug, for what is not percent-encoded well */
function decodedPath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
