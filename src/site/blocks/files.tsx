import type { ComponentChild } from 'preact';
import type { BlockData } from '../../content/blocks/block-type.js';
import { offeredWidths, type PictureWidth } from '../../content/files/picture-widths.js';
import { fileSizeText } from '../../words/sizes.js';
import { fill, words } from '../../words/words.js';
import { InLanguage, type Lang } from '../frame/language.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { text } from './data.js';
import { isPictured, langOfMedium, Picture, State, stageClass } from './media.js';
import { RightsLine } from './rights.js';
import type { BlockView, ShownMedium } from './view.js';

interface DownloadProps {
  readonly data: BlockData;
  readonly view: BlockView;
}

export function Download({ data: { media_id, label, description }, view }: DownloadProps): ComponentChild {
  return (
    <>
      <div class="files">
        <FileRow label={label} id={media_id} view={view} at="" />
      </div>
      {view.html(description, 'description', { class: 'text' })}
    </>
  );
}

interface DownloadListProps {
  readonly title: ComponentChild;
  readonly note: ComponentChild;
  readonly items: readonly BlockData[];
  readonly view: BlockView;
  /** Id of the block, where it has an anchor. */
  readonly id: string | undefined;
}

export function DownloadList({ title, note, items, view, id }: DownloadListProps): ComponentChild {
  const Tag = view.heading(2);
  const stored = items.filter(({ media_id }) => view.medium(media_id)?.file);
  const all = id === undefined || stored.length < 2 ? null : view.allFiles(id);
  return (
    <>
      {title !== null && (
        <div class="row between list-head">
          <Tag>{title}</Tag>
          {all !== null && (
            <a class="btn sm quiet" href={all} {...view.langs.frame}>
              <Icon name="folder-down" />
              {words().blocks.downloadAll}
            </a>
          )}
        </div>
      )}
      {note}
      <div class="files">
        {items.map(({ media_id, label }, at) => (
          <FileRow label={label} id={media_id} view={view} at={`items.${at}.`} />
        ))}
      </div>
    </>
  );
}

interface FileRowProps {
  readonly label: unknown;
  /** Id of the medium. */
  readonly id: unknown;
  readonly view: BlockView;
  /** Path of its fields in the data of the block, up to their names. */
  readonly at: string;
}

function FileRow({ label, id, view, at }: FileRowProps): ComponentChild {
  const shown = view.medium(id);
  const name = text(label) || shown?.medium.title || shown?.file?.name || words().blocks.file;
  const lang = shown?.medium.title ? langOfMedium(shown, view) : view.langs.frame;
  return (
    <div class="file">
      <Thumbnail shown={shown} />
      <span>
        <b>{view.plain(label, `${at}label`) ?? <InLanguage {...lang}>{name}</InLanguage>}</b>
        <small {...view.langs.frame}>{shown?.file ? detailsOf(shown) : words().blocks.notStored}</small>
        {shown?.file && <RightsLine medium={shown.medium} lang={view.langs.frame} />}
        <State id={id} shown={shown} view={view} />
      </span>
      {view.controls(`${at}media_id`)}
      {shown?.file && <Formats shown={shown} name={name} lang={view.langs.frame} />}
    </div>
  );
}

function Thumbnail({ shown }: { readonly shown: ShownMedium | null }): ComponentChild {
  const type = shown?.type;
  if (shown !== null && isPictured(shown)) {
    const ground = stageClass(shown).includes('deep') ? 'pic deep' : 'pic';
    return (
      <span class={type?.isRaster ? 'pic full' : ground}>
        <Picture shown={shown} alt="" sizes="72px" />
      </span>
    );
  }
  return <span class="pic">{type === undefined ? <Icon name="file" /> : type.extension.toUpperCase()}</span>;
}

function detailsOf({ file, type, medium: { width, height } }: ShownMedium): string {
  const size = file === null ? [] : [fileSizeText(file.bytes)];
  const pixels = width && height ? [`${width} × ${height}`] : [];
  return [...(type === undefined ? [] : [type.extension.toUpperCase()]), ...size, ...pixels].join(' · ');
}

/** Widths of pictures to save. */
const savedWidths = [320, 640, 960, 1280, 1920, 2560] as const;

interface FormatsProps {
  readonly shown: ShownMedium;
  readonly name: string;
  /** Language of its words. */
  readonly lang: Lang;
}

/** The original first; of pictures also other formats, in a menu that opens without script. */
function Formats({ shown, name, lang }: FormatsProps): ComponentChild {
  const { type, medium, file } = shown;
  const texts = words().blocks;
  const extension = type?.extension.toUpperCase() ?? texts.file;
  const made = type === undefined ? [] : offeredWidths(type, medium.width);
  const widths = savedWidths.filter((width) => made.includes(width));
  if (file === null) return null;
  if (!isPictured(shown) || !widths.some((width) => width <= maxWebWidth)) {
    return (
      <span class="row" {...lang}>
        {type?.kind === 'audio' && (
          // biome-ignore lint/a11y/useMediaCaption: a sound logo has no words
          <audio controls preload="none" src={shown.shown(null)} aria-label={fill(texts.play, { name })} />
        )}
        <a class="btn" href={shown.saved(null)} aria-label={fill(texts.download, { name })}>
          <Icon name="download" />
          {words().common.download}
        </a>
      </span>
    );
  }
  return (
    <span class="split" {...lang}>
      <a class="btn" href={shown.saved(null)} aria-label={fill(texts.downloadAs, { name, format: extension })}>
        <Icon name="download" />
        {extension}
      </a>
      <details class="menu" name="formats">
        <summary class="btn" aria-label={fill(texts.otherFormats, { name })}>
          <Icon name="chevron-down" />
        </summary>
        <FormatMenu shown={shown} extension={extension} size={fileSizeText(file.bytes)} widths={widths} />
      </details>
    </span>
  );
}

/** Largest width of a picture for websites, in pixels. */
const maxWebWidth = 1280;

interface FormatMenuProps {
  readonly shown: ShownMedium;
  /** Extension and size of the original, as texts. */
  readonly extension: string;
  readonly size: string;
  /** Widths in pixels, in ascending order. */
  readonly widths: readonly PictureWidth[];
}

function FormatMenu({ shown, extension, size, widths }: FormatMenuProps): ComponentChild {
  const texts = words().blocks;
  const webWidth = widths.findLast((width) => width <= maxWebWidth);
  const mayBeTransparent = shown.type?.extension !== 'jpg';
  return (
    <div class="pop sheet formats">
      <p class="h">{texts.original}</p>
      <a class="it" href={shown.saved(null)}>
        <Icon name="file-image" />
        <span class="grow">
          {extension} {shown.type?.extension === 'svg' && <small>{texts.anySize}</small>}
        </span>
        <small>{size}</small>
      </a>
      {(['png', 'jpeg'] as const).map((format) => (
        <>
          <p class="h">
            {format.toUpperCase()}{' '}
            {mayBeTransparent && <small>{format === 'png' ? texts.transparent : texts.onWhite}</small>}
          </p>
          <div class="widths">
            {widths.map((width) => (
              <a
                class="btn sm num"
                href={shown.saved({ width, format })}
                aria-label={fill(texts.pictureOf, { format: format.toUpperCase(), width: String(width) })}
              >
                {width}
              </a>
            ))}
          </div>
        </>
      ))}
      <p class="h">
        {texts.forWebsites} {mayBeTransparent && <small>{texts.transparent}</small>}
      </p>
      {webWidth !== undefined &&
        (['webp', 'avif'] as const).map((format) => (
          <a class="it" href={shown.saved({ width: webWidth, format })}>
            <Icon name="image" />
            <span class="grow">{format === 'webp' ? 'WebP' : 'AVIF'}</span>
            <small>{fill(texts.wide, { width: String(webWidth) })}</small>
          </a>
        ))}
      <hr />
      <Button icon="link" class="it" data-copy-address={shown.saved(null)}>
        <span class="grow">{texts.copyAddress}</span>
      </Button>
    </div>
  );
}
