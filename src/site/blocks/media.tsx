import type { ComponentChild } from 'preact';
import type { BlockData } from '../../content/blocks/block-type.js';
import { isEmptyPicture } from '../../content/blocks/empty.js';
import { readCaption } from '../../content/blocks/example-caption.js';
import { offeredWidths, type PictureWidth } from '../../content/files/picture-widths.js';
import { dateText, fill, words } from '../../words/words.js';
import type { Lang } from '../frame/language.js';
import { Icon } from '../parts/icon.js';
import { text } from './data.js';
import { Embedded } from './embed.js';
import { PictureFormats } from './formats.js';
import { Select } from './select.js';
import type { BlockView, ShownMedium } from './view.js';

interface PictureProps {
  readonly shown: ShownMedium;
  readonly alt: string;
  /** Width in the page, as of `sizes`. */
  readonly sizes: string;
  /** Whether it is seen without scrolling. */
  readonly isFirst?: boolean;
}

/** Picture of a medium, in the widths that the server makes; `null` if it cannot make any. */
export function Picture({ shown, alt, sizes, isFirst = false }: PictureProps): ComponentChild {
  const { medium, file, type } = shown;
  const { width, height } = medium;
  if (file === null || type === undefined || !width || !height) return null;
  const size = { width, height, decoding: 'async', loading: isFirst ? 'eager' : 'lazy' } as const;
  // A drawing is sharp at every width, and its file is small.
  if (type.extension === 'svg') return <img src={shown.shown(null)} alt={alt} {...size} />;
  const widths = offeredWidths(type, width);
  const address = (width: PictureWidth): string => shown.shown({ width, format: 'webp' });
  const middle = widths.findLast((width) => width <= 960) ?? widths[0];
  if (middle === undefined) return null;
  return (
    <img
      class={shown.mean?.() ?? undefined}
      src={address(middle)}
      srcset={widths.map((width) => `${address(width)} ${width}w`).join(', ')}
      sizes={sizes}
      alt={alt}
      {...size}
      {...(isFirst ? { fetchpriority: 'high' } : {})}
    />
  );
}

/** Whether a picture of the medium can be shown. */
export const isPictured = ({ medium, file, type }: ShownMedium): boolean =>
  file !== null && type !== undefined && !!medium.height && offeredWidths(type, medium.width).length > 0;

/**
 * Classes of the ground of a picture. A photograph fills the ground, and a drawing has room around it. A drawing for
 * dark grounds gets the brand's colour.
 */
export function stageClass({ isDeep, type }: ShownMedium): string {
  if (type?.extension !== 'svg') return 'stage fit';
  return isDeep ? 'stage art deep' : 'stage art';
}

const deepWords =
  /(?<!\p{L})(?:snow|white|dark|negative|reversed|inverse|weiß|weiss|dunkle?[mnrs]?|negativ|invertiert)(?!\p{L})/iu;

/** Whether the text about a drawing says that it is for dark grounds. @param medium in the language of the source */
export function isForDeep({ title, caption }: Pick<ShownMedium['medium'], 'title' | 'caption'>): boolean {
  return deepWords.test(`${title ?? ''} ${caption ?? ''}`);
}

interface FigureProps {
  readonly data: BlockData;
  readonly view: BlockView;
  /** Path of its fields in the data of the block, up to their names. */
  readonly at?: string;
  /** Width in the page, as of `sizes`. */
  readonly sizes?: string;
}

/** Width of a picture in the column of the texts. */
const columnSizes = '(max-width: 860px) 100vw, 720px';

export function Figure({ data, view, at = '', sizes = columnSizes }: FigureProps): ComponentChild {
  const { media_id, alt, caption, link } = data;
  const shown = view.medium(media_id);
  const target = view.link(text(link));
  const said = readCaption(text(caption));
  const texts = words().blocks;
  const content = view.plain(said.text, `${at}caption`);
  const choice = view.controls(`${at}caption`);
  const isEmpty = isEmptyPicture({ media_id });
  return (
    <figure class={isEmpty ? 'unfilled' : (said.verdict ?? undefined)}>
      <Stage
        shown={shown}
        alt={text(alt) || view.description(media_id)}
        target={text(link) === '' ? {} : target}
        controls={
          view.controls(`${at}media_id`) ?? (isEmpty ? <Icon name="image" /> : said.verdict === 'dont' ? [] : null)
        }
        view={view}
        sizes={sizes}
      />
      <State id={media_id} shown={shown} view={view} />
      {view.isEditor && !isEmpty && text(alt) === '' && view.description(media_id) === '' && (
        <span class="tag warn" {...view.langs.frame}>
          {texts.noDescription}
        </span>
      )}
      {(content ?? choice ?? said.verdict) !== null && (
        <figcaption class={(choice ?? said.verdict) === null ? undefined : 'say'}>
          {choice ??
            (said.verdict !== null && (
              <span class={said.verdict === 'do' ? 'tag ok' : 'tag bad'} {...view.langs.frame}>
                <Icon name={said.verdict === 'do' ? 'check' : 'x'} />
                {texts[said.verdict]}
              </span>
            ))}
          <span>{content}</span>
        </figcaption>
      )}
    </figure>
  );
}

interface StageProps {
  readonly shown: ShownMedium | null;
  readonly alt: string;
  readonly target: Readonly<Record<string, string>>;
  readonly controls: ComponentChild;
  readonly view: BlockView;
  readonly sizes: string;
}

function Stage({ shown, alt, target, controls, view, sizes }: StageProps): ComponentChild {
  if (shown === null || !isPictured(shown)) {
    return (
      <div class="stage hole">
        {alt !== '' && <span class="dim">{alt}</span>}
        {controls}
      </div>
    );
  }
  const name = String(shown.medium.title ?? shown.file?.name);
  const picture = <Picture shown={shown} alt={alt} sizes={sizes} />;
  return (
    <div class={stageClass(shown)}>
      {target.href === undefined ? picture : <a {...target}>{picture}</a>}
      {controls ?? (
        <>
          <PictureFormats shown={shown} name={name} lang={view.langs.frame} />
          <Select shown={shown} name={name} view={view} isOnPicture />
        </>
      )}
    </div>
  );
}

interface StateProps {
  readonly id: unknown;
  readonly shown: ShownMedium | null;
  readonly view: BlockView;
}

/** Reason why readers do not see a medium, for editors. */
export function State({ id, shown, view }: StateProps): ComponentChild {
  if (!view.isEditor || text(id) === '' || (shown?.medium.released && !shown.outside)) return null;
  return (
    <span class="tag warn" {...view.langs.frame}>
      {shown === null ? fill(words().blocks.mediumIsGone, { id: text(id) }) : stateText(shown)}
    </span>
  );
}

const longDay = { day: 'numeric', month: 'long', year: 'numeric' } as const;

function stateText({ outside }: ShownMedium): string {
  const { notReleased, useEnded, useBegins } = words().blocks;
  if (outside === undefined) return notReleased;
  return fill(outside.isOver ? useEnded : useBegins, { day: dateText(outside.day, longDay) });
}

interface GalleryProps {
  readonly items: readonly BlockData[];
  readonly layout: unknown;
  readonly view: BlockView;
  readonly note: ComponentChild;
}

/** Widths of pictures in two columns, in three or more, and in a row to scroll. */
const twoColumns = '(max-width: 640px) 100vw, 470px';
const threeColumns = '(max-width: 600px) 100vw, 320px';
const rowSizes = '(max-width: 500px) 84vw, 420px';

export function Gallery({ items, layout, view, note }: GalleryProps): ComponentChild {
  const all = items.flatMap((data, at) =>
    !view.isEditor && isEmptyPicture(data) ? [] : [{ data, at: `items.${at}.` }],
  );
  const inColumns = all.length > 2 ? threeColumns : all.length === 2 ? twoColumns : columnSizes;
  const sizes = layout === 'carousel' ? rowSizes : inColumns;
  const shown = all.map((one) => <Figure {...one} view={view} sizes={sizes} />);
  return (
    <>
      {note}
      {layout === 'carousel' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls is reached by keyboard
        <section class="strip" tabIndex={0} aria-label={words().blocks.pictures}>
          {shown}
        </section>
      ) : (
        <div class={shown.length > 2 ? 'grid3' : 'grid2'}>{shown}</div>
      )}
    </>
  );
}

/** `lang` of the title of a medium. */
export const langOfMedium = ({ medium }: ShownMedium, { langs, langOfRecord }: BlockView): Lang => ({
  ...langs.brand,
  ...langOfRecord?.('media', medium.id),
});

/** A film of the brand in a player; one on another site in a frame, where the page may have one, else as a link. */
export function Video({ data: { url, media_id, title, caption }, view }: FigureProps): ComponentChild {
  const shown = view.medium(media_id);
  const link = view.link(text(url));
  const name = text(title) || shown?.medium.title || words().blocks.film;
  const lang = text(title) !== '' ? {} : shown?.medium.title ? langOfMedium(shown, view) : view.langs.frame;
  const content = view.plain(caption, 'caption');
  const isOwn = shown?.file && shown.type?.kind === 'video';
  const embed = isOwn ? null : view.embed(text(url));
  if (embed !== null) {
    return (
      <Embedded embed={embed} link={link} name={name} icon="play" title={name} lang={lang} view={view}>
        {content !== null && <span>{content}</span>}
        {view.controls('media_id')}
      </Embedded>
    );
  }
  return (
    <figure>
      {isOwn ? (
        // biome-ignore lint/a11y/useMediaCaption: files of subtitles are not media of a brand
        <video class="stage" controls preload="metadata" src={shown.shown(null)} aria-label={name} lang={lang.lang} />
      ) : link.href === undefined ? (
        <div class="stage hole">
          <span class="dim" {...lang}>
            {name}
          </span>
        </div>
      ) : (
        <a class="btn lg" {...link} {...lang}>
          <Icon name="play" />
          {name}
        </a>
      )}
      {view.controls('media_id')}
      <State id={media_id} shown={shown} view={view} />
      {content !== null && <figcaption>{content}</figcaption>}
    </figure>
  );
}
