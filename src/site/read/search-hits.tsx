import type { ComponentChild, ComponentChildren } from 'preact';
import { idsReferredTo } from '../../content/blocks/references.js';
import type { BrandColor } from '../../content/brand.js';
import type { Catalog } from '../../content/catalog/catalog.js';
import type { PageRecord } from '../../content/catalog/page-record.js';
import { mediaIn } from '../../content/collection-media.js';
import type { Collection } from '../../content/collections.js';
import { hexColor } from '../../content/hex-color.js';
import { type MediaFile, releasedFile } from '../../content/media.js';
import { derived } from '../../lib/derived.js';
import { sizeText } from '../../words/sizes.js';
import { counted, fill, words } from '../../words/words.js';
import type { BrandContext } from '../context.js';
import type { Lang } from '../frame/language.js';
import { folded, foldedWords } from '../named.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { groundOf, hasPicture, MediumPicture } from '../parts/picture.js';
import { collectionPath } from './collection.js';

export interface ResultsProps {
  readonly context: BrandContext;
  readonly looked: string;
}

interface HitProps {
  readonly sign: ComponentChild;
  /** Classes of the ground of a drawing. */
  readonly ground?: string;
  readonly title: ComponentChild;
  /** Language of the title. */
  readonly lang?: Lang;
  /** `undefined` if it has no page of its own. */
  readonly href: string | undefined;
  readonly children?: ComponentChildren;
  readonly end?: ComponentChild;
}

/** A row: the title's link covers it, its buttons are above that. */
export function Hit({ sign, ground = '', title, lang, href, children, end }: HitProps) {
  return (
    <div class="hit">
      <span class={`sq ${ground}`.trimEnd()}>{sign}</span>
      <span>
        <b class="cut" {...lang}>
          {href === undefined ? title : <a href={href}>{title}</a>}
        </b>
        <small class="cut">{children}</small>
      </span>
      {end}
    </div>
  );
}

interface ColorHitProps extends ResultsProps {
  readonly color: BrandColor;
}

export function ColorHit({ context, color, looked }: ColorHitProps) {
  const { id, name, hex, rgb, pantone } = color;
  const page = shownOn(context.catalog).get(`c${id}`);
  const notations = [hex, rgb && `RGB ${rgb}`, pantone && `Pantone ${pantone}`].filter(Boolean);
  return (
    <Hit
      key={id}
      sign={
        hexColor.test(hex) && (
          <svg viewBox="0 0 1 1" aria-hidden="true">
            <rect width="1" height="1" fill={hex} />
          </svg>
        )
      }
      title={<Marked text={name} looked={looked} />}
      lang={{ ...context.lang(), ...context.langOfRecord('color', id) }}
      href={page && `${context.pageHref(page.slug)}`}
      end={
        <Button icon="copy" class="btn sm" data-copy={hex} aria-label={fill(words().find.copyColor, { name, hex })}>
          {words().common.copy}
        </Button>
      }
    >
      {notations.join(' · ')}
    </Hit>
  );
}

interface MediumHitProps extends ResultsProps {
  readonly medium: MediaFile;
}

export function MediumHit({ context, medium, looked }: MediumHitProps) {
  const { id, title, caption, width, height } = medium;
  const file = releasedFile(context.catalog, id);
  const page = shownOn(context.catalog).get(`m${id}`);
  const kind = file?.name.split('.').at(-1)?.toUpperCase();
  const size = width && height ? `${width} × ${height}` : file && sizeText(file.bytes);
  return (
    <Hit
      key={id}
      sign={
        hasPicture(context, id) ? <MediumPicture context={context} id={id} alt="" sizes="32px" /> : <Icon name="file" />
      }
      ground={groundOf(context, id)}
      title={<Marked text={title ?? file?.name ?? String(id)} looked={looked} />}
      lang={{ ...context.lang(), ...context.langOfRecord('media', id) }}
      href={page && context.pageHref(page.slug)}
      end={
        file && (
          <a
            class="btn sm ic"
            href={context.downloadHref(id, file)}
            aria-label={fill(words().find.download, { name: title ?? file.name })}
          >
            <Icon name="download" />
          </a>
        )
      }
    >
      {[caption, [kind, size].filter(Boolean).join(', ')].filter(Boolean).join(' · ')}
    </Hit>
  );
}

/** One of the files of the brand's colours. */
export const FileHit = ({
  context,
  name,
  path,
  looked,
}: ResultsProps & { readonly name: string; readonly path: string }) => (
  <Hit
    key={path}
    sign={<Icon name="download" />}
    title={<Marked text={name} looked={looked} />}
    href={context.href(path)}
  >
    {path.split('.').at(-1)?.toUpperCase()}
  </Hit>
);

export function CollectionHit({ context, collection, looked }: ResultsProps & { readonly collection: Collection }) {
  const { id, title, slug } = collection;
  const count = mediaIn(context.catalog, collection).length;
  return (
    <Hit
      key={id}
      sign={<Icon name="folder-down" />}
      title={<Marked text={title} looked={looked} />}
      lang={context.lang()}
      href={context.href(collectionPath(slug))}
      end={
        count > 0 && (
          <a
            class="btn sm"
            href={context.href(`${collectionPath(slug)}/zip`)}
            aria-label={fill(words().find.download, { name: `${title} (ZIP)` })}
          >
            <Icon name="folder-down" />
            ZIP
          </a>
        )
      }
    >
      {counted(words().collections.files, count)}
    </Hit>
  );
}

/** Text with the beginnings of words that are looked for marked. */
export function Marked({ text, looked }: { readonly text: string; readonly looked: string }) {
  const begun = foldedWords(looked);
  return (
    <>
      {text
        .split(/([^\p{L}\p{N}]+)/u)
        .map((word) => (begun.some((term) => folded(word).startsWith(term)) ? <mark>{word}</mark> : word))}
    </>
  );
}

/** The first page that shows a medium (`m3`) or a colour (`c2`). */
const shownOn = derived((catalog: Catalog): ReadonlyMap<string, PageRecord> => {
  const first = new Map<string, PageRecord>();
  for (const page of catalog.pages.values()) {
    for (const [kind, mark] of [
      ['media', 'm'],
      ['color', 'c'],
    ] as const) {
      for (const id of idsReferredTo(page.refs, kind)) if (!first.has(mark + id)) first.set(mark + id, page);
    }
  }
  return first;
});
