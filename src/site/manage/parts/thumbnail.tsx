import type { ComponentChild } from 'preact';
import { offeredWidths } from '../../../content/files/picture-widths.js';
import type { FilePointer } from '../../../content/files/pointer.js';
import { fileTypeOf } from '../../../content/files/types.js';
import type { DescribedMedium, StoredMedium } from '../../../content/media.js';
import { words } from '../../../words/words.js';
import { isForDeep, Picture } from '../../blocks/media.js';
import type { ShownMedium } from '../../blocks/view.js';
import type { WorkContext } from '../../context.js';
import { fileText } from '../../labels.js';
import { Warning } from '../../parts/note.js';

/** A medium with a file of any version of it, which the portal may not show. */
export function storedMedium(
  href: WorkContext['href'],
  medium: DescribedMedium,
  file: FilePointer | null | undefined,
): ShownMedium {
  const type = file ? fileTypeOf(file.name) : undefined;
  const widths = type === undefined ? [] : offeredWidths(type, medium.width);
  const middle = widths.findLast((width) => width <= 320) ?? widths[0];
  const shown: ShownMedium['shown'] = (picture) =>
    href(`/picture/${file?.sha256}.${type?.extension}`, { width: String(picture?.width ?? middle) });
  const saved = () => href(`/media/${medium.id}/file`);
  return { medium, file: file ?? null, type, isDeep: isForDeep(medium), shown, saved };
}

interface ThumbnailProps {
  readonly shown: ShownMedium | null;
  readonly alt?: string;
  /** Width in which it is shown, as in CSS. */
  readonly sizes?: string;
}

/** Picture of a medium on a chequered ground; nothing where there is none. */
export function Thumbnail({ shown, alt = '', sizes = '320px' }: ThumbnailProps): ComponentChild {
  const picture = shown && Picture({ shown, alt, sizes });
  return picture && <span class="ground">{picture}</span>;
}

interface FileDifferenceProps {
  readonly href: WorkContext['href'];
  readonly before: StoredMedium | null;
  readonly after: StoredMedium | null;
}

/** Files of two versions of a medium, side by side; `null` when they are the same. */
export function fileDifference({ href, before, after }: FileDifferenceProps): ComponentChild {
  if (before?.file?.sha256 === after?.file?.sha256) return null;
  const texts = words().differences;
  const warning = pixelWarning(before, after);
  return (
    <>
      {warning !== null && (
        <Warning title={warning.title} link={[href(`/media/${after?.id}`), texts.whichPages]}>
          {warning.text}
        </Warning>
      )}
      <div class="sides">
        {[before, after].map((medium, index) => (
          <figure>
            <span class="kind">{index === 0 ? texts.old : texts.new}</span>
            <Thumbnail shown={medium && storedMedium(href, medium, medium.file)} alt={medium?.title ?? ''} />
            <figcaption>
              {medium?.file ? `${medium.file.name} · ` : ''}
              {medium === null ? texts.nothing : fileText(medium)}
            </figcaption>
          </figure>
        ))}
      </div>
    </>
  );
}

/** Title and text of a warning about the new file's size; `null` if there is none. */
function pixelWarning(before: StoredMedium | null, after: StoredMedium | null) {
  if (!before?.width || !before.height || !after?.width || !after.height) return null;
  const oldRatio = before.width / before.height;
  const newRatio = after.width / after.height;
  if (Math.abs(newRatio / oldRatio - 1) > 0.01) return words().differences.proportions;
  return after.width < before.width ? words().differences.fewerPixels : null;
}
