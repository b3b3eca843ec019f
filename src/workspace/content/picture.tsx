import type { ComponentChild } from 'preact';
import { offeredWidths, type PictureWidth } from '../../content/files/picture-widths.js';
import type { FilePointer } from '../../content/files/pointer.js';
import { fileTypeOf } from '../../content/files/types.js';
import type { MediaFile, StoredMedium } from '../../content/media.js';
import type { BrandContext } from '../context.js';
import { Warning } from '../parts/note.js';
import { fileText } from '../words.js';

/** Source of an `img`, with its size in CSS pixels. */
export interface ImageSource {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

/** Picture of a medium's file; `null`: none can be made. @param maxWidth in pixels; a larger one is used only if there is no smaller */
export function imageOf(
  href: BrandContext['href'],
  { width, height }: Pick<MediaFile, 'width' | 'height'>,
  file: FilePointer | null | undefined,
  maxWidth: PictureWidth,
): ImageSource | null {
  const type = file ? fileTypeOf(file.name) : undefined;
  if (!file || type === undefined || !width || !height) return null;
  const offered = offeredWidths(type, width).filter((candidate, index) => index === 0 || candidate <= maxWidth);
  const chosen = offered.at(-1);
  if (chosen === undefined) return null;
  const shown = type.isRaster ? Math.min(width, chosen) : chosen;
  const src = href(`/picture/${file.sha256}.${type.extension}`, { width: String(chosen) });
  return { src, width: shown, height: Math.max(1, Math.round((shown * height) / width)) };
}

/** A picture on a chequered ground. */
export function Image({ source, alt }: { readonly source: ImageSource | null; readonly alt: string }): ComponentChild {
  return source && <img class="ground" {...source} alt={alt} loading="lazy" decoding="async" />;
}

interface FileDifferenceProps {
  readonly href: BrandContext['href'];
  readonly before: StoredMedium | null;
  readonly after: StoredMedium | null;
}

/** Files of two versions of a medium, side by side; `null` when they are the same. */
export function fileDifference({ href, before, after }: FileDifferenceProps): ComponentChild {
  if (before?.file?.sha256 === after?.file?.sha256) return null;
  const warning = pixelWarning(before, after);
  return (
    <>
      {warning !== null && (
        <Warning title={warning[0]} link={[href(`/media/${after?.id}`), 'Which pages show it']}>
          {warning[1]}
        </Warning>
      )}
      <div class="sides">
        {[before, after].map((medium, index) => (
          <figure>
            <span class="kind">{index === 0 ? 'old' : 'new'}</span>
            <Image source={medium && imageOf(href, medium, medium.file, 640)} alt={medium?.title ?? ''} />
            <figcaption>
              {medium?.file ? `${medium.file.name} · ` : ''}
              {medium === null ? 'nothing' : fileText(medium)}
            </figcaption>
          </figure>
        ))}
      </div>
    </>
  );
}

/** Title and text of a warning about the new file's size; `null`: nothing to warn of. */
function pixelWarning(before: StoredMedium | null, after: StoredMedium | null) {
  if (!before?.width || !before.height || !after?.width || !after.height) return null;
  const [oldRatio, newRatio] = [before.width / before.height, after.width / after.height];
  if (Math.abs(newRatio / oldRatio - 1) > 0.01)
    return ['The proportions are others', 'Pages may look different with it.'] as const;
  if (after.width < before.width) {
    return ['The new file has fewer pixels', 'It may look blurred where it is shown large.'] as const;
  }
  return null;
}
