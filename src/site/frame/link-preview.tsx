import { frameSizes } from '../../content/files/picture-widths.js';
import type { BrandContext } from '../context.js';
import { framed } from '../read/framed.js';
import type { PageReply } from '../replies.js';

interface LinkPreviewProps {
  readonly context: BrandContext;
  readonly page: PageReply;
  readonly language: string;
  /** Address for search engines; absent in a brand with one language. */
  readonly canonical: string | undefined;
}

/** Preview of a link to a page that everyone may read (OpenGraph): title, and a picture in one size. */
export function LinkPreview({ context, page, language, canonical }: LinkPreviewProps) {
  const { name, catalog, origin, href, pageHref } = context;
  const { title, description, pageId } = page;
  const record = catalog.pages.get(pageId ?? 0);
  const picture = pictureOf(context, record?.cover ?? null);
  const url = canonical ?? (record ? origin + pageHref(record.slug) : title === name ? origin + href('/') : undefined);
  const facts: readonly (readonly [property: string, content: string | undefined])[] = [
    ['og:title', title],
    ['og:description', description || undefined],
    ['og:type', record === undefined ? 'website' : 'article'],
    ['og:site_name', name],
    ['og:url', url],
    ['og:locale', localeOf(language)],
    ...(picture === null
      ? []
      : ([
          ['og:image', origin + picture.href],
          ['og:image:width', String(frameSizes.preview.width)],
          ['og:image:height', String(frameSizes.preview.height)],
          ['og:image:alt', picture.alt],
        ] as const)),
  ];
  return (
    <>
      {facts.map(
        ([property, content]) => content !== undefined && <meta key={property} property={property} content={content} />,
      )}
      <meta name="twitter:card" content={picture === null ? 'summary' : 'summary_large_image'} />
    </>
  );
}

/** Preview of a link to a portal that not everyone may read, on the host that is named for its brand. */
export function NamePreview({ name }: { readonly name: string }) {
  return (
    <>
      <meta property="og:title" content={name} />
      <meta property="og:site_name" content={name} />
    </>
  );
}

/** The cover of the page, else of the portal, else the logo. */
function pictureOf(context: BrandContext, own: number | null): { readonly href: string; readonly alt: string } | null {
  const { catalog, name } = context;
  const { cover, logo_dark, logo_light } = catalog.portal;
  for (const id of [own, cover, logo_dark, logo_light]) {
    const found = framed(context, id, 'preview');
    if (found === null) continue;
    const { description, title } = catalog.media.get(found.id) ?? {};
    return { href: found.href, alt: ((id === own || id === cover) && (description || title)) || name };
  }
  return null;
}

/** `de_AT`: a locale of OpenGraph names a territory. Where a page has none, it is `en_US`. */
function localeOf(tag: string): string | undefined {
  const { language, region } = new Intl.Locale(tag).maximize();
  const locale = region === undefined ? language : `${language}_${region}`;
  return locale === 'en_US' ? undefined : locale;
}
