import { mediaIn } from '../../content/collection-media.js';
import { type Collection, collectionsOf, collectionWithSlug } from '../../content/collections.js';
import { languageOf } from '../../content/language-tags.js';
import { notFound } from '../../lib/errors.js';
import { fileSizeText } from '../../words/sizes.js';
import { counted, dateText, fill, words } from '../../words/words.js';
import { blockViewOf } from '../blocks/block-view.js';
import { isPictured, langOfMedium, Picture, State, stageClass } from '../blocks/media.js';
import { rightsText } from '../blocks/rights.js';
import { Select } from '../blocks/select.js';
import type { BlockView, ShownMedium } from '../blocks/view.js';
import type { BrandContext } from '../context.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import type { PageReply, RedirectReply, ZipReply } from '../replies.js';
import { notFoundPage } from './not-found.js';
import { zipOf } from './zip.js';

export const collectionPath = (slug: string): string => `/-/collections/${slug}`;

const find = ({ catalog, params }: BrandContext): Collection | null =>
  collectionWithSlug(catalog, params.collection ?? '');

/** A collection with the media that the reader sees. */
export async function collectionPage(context: BrandContext): Promise<PageReply> {
  const { catalog, lang, langOfText, href } = context;
  const collection = find(context);
  if (collection === null) return notFoundPage(context);
  const { frame } = words();
  const view = blockViewOf(context);
  const media = mediaIn(catalog, collection).flatMap((id) => view.medium(id) ?? []);
  const downloads = context.pageNamed('downloads');
  return {
    title: collection.title,
    description: collection.text?.replaceAll(/\s+/g, ' '),
    language: languageOf(catalog),
    ...(downloads !== undefined && { pageId: downloads.id, isElsewhere: true as const }),
    body: (
      <>
        {downloads !== undefined && (
          <nav class="crumb" aria-label={frame.downloads}>
            <a href={context.pageHref(downloads.slug)} {...lang(downloads)}>
              {downloads.title}
            </a>
          </nav>
        )}
        <h1 {...lang()} {...langOfText(`collection-${collection.id}.title`)}>
          {collection.title}
        </h1>
        {collection.text !== null && (
          <div class="text" {...lang()} {...langOfText(`collection-${collection.id}.text`)}>
            {collection.text.split(/\n{2,}/).map((part) => (
              <p key={part}>{part}</p>
            ))}
          </div>
        )}
        <MediaShown media={media} view={view} zipHref={href(`${collectionPath(collection.slug)}/zip`)} />
      </>
    ),
  };
}

interface MediaShownProps {
  readonly media: readonly ShownMedium[];
  readonly view: BlockView;
  /** Address of all of them in one file. */
  readonly zipHref: string;
  /** Address of the visitor's own selection, if it is that. */
  readonly selectionHref?: string;
}

/** Media with their number, and their files as one ZIP. */
export function MediaShown({ media, view, zipHref, selectionHref }: MediaShownProps) {
  const { collections: texts, selection } = words();
  const stored = media.flatMap(({ file }) => file ?? []);
  const size = fileSizeText(stored.reduce((sum, { bytes }) => sum + bytes, 0));
  return (
    <>
      <p class="coll-h" {...view.langs.frame}>
        {stored.length > 0 && (
          <a class="btn go" href={zipHref}>
            <Icon name="folder-down" />
            {texts.all}
            <span class="num"> · {fill(texts.zip, { size })}</span>
          </a>
        )}
        {selectionHref !== undefined && (
          <Button icon="link" class="btn" data-copy-address={selectionHref}>
            {selection.copyLink}
          </Button>
        )}
        <span class="dim">{media.length === 0 ? texts.isEmpty : counted(texts.files, media.length)}</span>
      </p>
      <ul class="coll">
        {media.map((shown) => (
          <Card key={shown.medium.id} shown={shown} view={view} isSelected={selectionHref !== undefined} />
        ))}
      </ul>
      {stored.length > 0 && selectionHref === undefined && (
        <p class="meta" {...view.langs.frame}>
          <span>{texts.asNow}</span>
        </p>
      )}
    </>
  );
}

interface CardProps {
  readonly shown: ShownMedium;
  readonly view: BlockView;
  /** Whether it is in the selection that is shown. */
  readonly isSelected: boolean;
}

function Card({ shown, view, isSelected }: CardProps) {
  const { medium, file, type } = shown;
  const { blocks: texts, common, selection } = words();
  const name = medium.title ?? file?.name ?? texts.file;
  return (
    <li>
      <span class={type?.extension === 'svg' ? stageClass(shown) : 'stage'}>
        {isPictured(shown) ? (
          <Picture shown={shown} alt={view.description(medium.id)} sizes="(max-width: 860px) 50vw, 240px" />
        ) : (
          <b>{type?.extension.toUpperCase() ?? <Icon name="file" />}</b>
        )}
      </span>
      <b {...(medium.title === null ? view.langs.frame : langOfMedium(shown, view))}>{name}</b>
      <small {...view.langs.frame}>{detailsOf(shown)}</small>
      <State id={medium.id} shown={shown} view={view} />
      {file !== null && (
        <a class="btn sm" href={shown.saved(null)} aria-label={fill(texts.download, { name })} {...view.langs.frame}>
          <Icon name="download" />
          {common.download}
        </a>
      )}
      {isSelected ? (
        <Button
          icon="x"
          class="btn ic sm unpick"
          data-unselect={medium.id}
          aria-label={fill(selection.remove, { name })}
          {...view.langs.frame}
        />
      ) : (
        <Select shown={shown} name={name} view={view} />
      )}
    </li>
  );
}

function detailsOf({ medium, file, type }: ShownMedium): string {
  const { width, height } = medium;
  const until = 'valid_until' in medium && typeof medium.valid_until === 'string' ? medium.valid_until : null;
  const measures = width && height ? `${width} × ${height}` : file && fileSizeText(file.bytes);
  const parts = [
    [type?.extension.toUpperCase(), measures].filter(Boolean).join(' '),
    rightsText(medium),
    until && fill(words().collections.until, { day: dateText(until, { day: 'numeric', month: 'long' }) }),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** @throws `not_found`, `too_large` */
export function zipCollection(context: BrandContext): ZipReply | RedirectReply {
  const collection = find(context);
  if (collection === null) throw notFound('Collection');
  return zipOf(context, mediaIn(context.catalog, collection), collection.slug);
}

/** Links to the collections that the reader sees; `null` if there is none. */
export function CollectionRows({ context }: { readonly context: BrandContext }) {
  const { catalog, href, lang } = context;
  const collections = collectionsOf(catalog).filter(({ id, slug }) => collectionWithSlug(catalog, slug)?.id === id);
  const texts = words().collections;
  if (collections.length === 0) return null;
  return (
    <>
      <h2 {...blockViewOf(context).langs.frame}>{texts.title}</h2>
      <ul class="rows">
        {collections.map((collection) => (
          <li key={collection.id}>
            <a href={href(collectionPath(collection.slug))}>
              <span class="grow" {...lang()} {...context.langOfText(`collection-${collection.id}.title`)}>
                <bdi>{collection.title}</bdi>
              </span>
              <small {...blockViewOf(context).langs.frame}>
                {counted(texts.files, mediaIn(catalog, collection).length)}
              </small>
              <Icon name="chevron-right" />
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
