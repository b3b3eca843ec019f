import type { ComponentChild } from 'preact';
import { offeredWidths, type PictureWidth } from '../../content/files/picture-widths.js';
import { fileSizeText } from '../../words/sizes.js';
import { fill, words } from '../../words/words.js';
import type { Lang } from '../frame/language.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import type { ShownMedium } from './view.js';

/** Widths of pictures to save. */
const savedWidths = [320, 640, 960, 1280, 1920, 2560] as const;

/** Largest width of a picture for websites, in pixels. */
const maxWebWidth = 1280;

/** Widths in which a picture is saved, in ascending order; none where only the original is. */
function widthsOf({ type, medium, file }: ShownMedium): readonly PictureWidth[] {
  const made = type === undefined || file === null || !medium.height ? [] : offeredWidths(type, medium.width);
  const widths = savedWidths.filter((width) => made.includes(width));
  return widths.some((width) => width <= maxWebWidth) ? widths : [];
}

interface FormatsProps {
  readonly shown: ShownMedium;
  readonly name: string;
  /** Language of its words. */
  readonly lang: Lang;
}

/** The original first; of pictures also other formats, in a menu that opens without script. */
export function Formats({ shown, name, lang }: FormatsProps): ComponentChild {
  const { type, file } = shown;
  const texts = words().blocks;
  const extension = type?.extension.toUpperCase() ?? texts.file;
  const widths = widthsOf(shown);
  if (file === null) return null;
  if (widths.length === 0) {
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
        <FormatMenu shown={shown} extension={extension} bytes={file.bytes} widths={widths} />
      </details>
    </span>
  );
}

interface FormatMenuProps {
  readonly shown: ShownMedium;
  readonly extension: string;
  /** Size of the original. */
  readonly bytes: number;
  /** Widths in pixels, in ascending order. */
  readonly widths: readonly PictureWidth[];
}

function FormatMenu({ shown, extension, bytes, widths }: FormatMenuProps): ComponentChild {
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
        <small>{fileSizeText(bytes)}</small>
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

/** Button on a picture that saves it: as it is, or in a format of a menu. */
export function PictureFormats({ shown, name, lang }: FormatsProps): ComponentChild {
  const { type, file } = shown;
  const extension = type?.extension.toUpperCase() ?? '';
  const widths = widthsOf(shown);
  const label = fill(words().blocks.downloadAs, { name, format: extension });
  if (file === null || widths.length === 0) {
    return (
      <a class="btn sm dl" href={shown.saved(null)} aria-label={label} {...lang}>
        <Icon name="download" />
        {extension}
      </a>
    );
  }
  return (
    <details class="menu dl" name="formats" {...lang}>
      <summary class="btn sm" aria-label={label}>
        <Icon name="download" />
        {extension}
      </summary>
      <FormatMenu shown={shown} extension={extension} bytes={file.bytes} widths={widths} />
    </details>
  );
}
