import { blockViewOf } from '../blocks/block-view.js';
import { isPictured, Picture } from '../blocks/media.js';
import type { BrandContext } from '../context.js';

interface PictureProps {
  readonly context: BrandContext;
  /** Id of the medium. */
  readonly id: number | null;
  readonly alt: string;
  /** Width in which it is shown, as in CSS. */
  readonly sizes: string;
  /** Whether it is seen without scrolling. */
  readonly isFirst?: boolean;
}

/** Whether a picture of a medium can be shown to the reader. */
export function hasPicture(context: BrandContext, id: number | null): id is number {
  return id !== null && picturesOf(context)(id);
}

/** `hasPicture` for many media. */
export function picturesOf(context: BrandContext): (id: number) => boolean {
  const view = blockViewOf(context);
  return (id) => {
    const shown = view.medium(id);
    return shown !== null && isPictured(shown);
  };
}

/** Classes of the ground on which a picture is shown outside blocks: a drawing has room, and a photograph fills it. */
export function groundOf(context: BrandContext, id: number): 'drawn' | 'drawn deep' | '' {
  const shown = blockViewOf(context).medium(id);
  if (shown?.type?.extension !== 'svg') return '';
  return shown.isDeep ? 'drawn deep' : 'drawn';
}

/** Picture of a medium outside blocks; `null` if it has no picture. */
export function MediumPicture({ context, id, ...rest }: PictureProps) {
  const shown = blockViewOf(context).medium(id);
  return shown === null ? null : <Picture shown={shown} {...rest} />;
}
