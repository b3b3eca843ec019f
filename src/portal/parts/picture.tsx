import { offeredWidths, type PictureWidth } from '../../content/files/picture-widths.js';
import { fileTypeOf } from '../../content/files/types.js';
import { releasedFile } from '../../content/media.js';
import type { PortalContext } from '../context.js';

interface PictureProps {
  readonly context: PortalContext;
  /** Id of the medium. */
  readonly id: number;
  readonly alt: string;
  /** Width in which it is shown, as in CSS; left out: it is small. */
  readonly sizes?: string;
  readonly class?: string;
  /** Whether it is seen at once. */
  readonly isFirst?: boolean;
}

/** Whether a picture of a medium can be shown. */
export function hasPicture({ catalog }: Pick<PortalContext, 'catalog'>, id: number | null): id is number {
  return id !== null && widthsOf(catalog, id).length > 0;
}

function widthsOf(catalog: PortalContext['catalog'], id: number): readonly PictureWidth[] {
  const file = releasedFile(catalog, id);
  const type = file === null ? undefined : fileTypeOf(file.name);
  return type === undefined ? [] : offeredWidths(type, catalog.media.get(id)?.width ?? null);
}

/** Picture of a medium, a drawing as it is, in widths from which the browser chooses; nothing where there is none. */
export function Picture({ context, id, alt, sizes, isFirst = false, class: name }: PictureProps) {
  const { catalog, shownHref } = context;
  const [file, medium] = [releasedFile(catalog, id), catalog.media.get(id)];
  const widths = widthsOf(catalog, id).filter((width) => width <= (sizes === undefined ? 320 : 1920));
  const largest = widths.at(-1);
  if (file === null || medium === undefined || largest === undefined) return null;
  const at = (width: PictureWidth) => shownHref(id, file, { width, format: 'webp' });
  const isDrawing = file.name.endsWith('.svg');
  return (
    <img
      class={name}
      src={isDrawing ? shownHref(id, file) : at(largest)}
      srcset={isDrawing || sizes === undefined ? undefined : widths.map((width) => `${at(width)} ${width}w`).join(', ')}
      sizes={isDrawing ? undefined : sizes}
      width={medium.width ?? undefined}
      height={medium.height ?? undefined}
      alt={alt}
      loading={isFirst ? undefined : 'lazy'}
      fetchpriority={isFirst ? 'high' : undefined}
    />
  );
}
