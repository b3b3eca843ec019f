import type { ComponentChild } from 'preact';
import { contrastRatio } from '../../../content/contrast.js';
import { hexColor } from '../../../content/hex-color.js';

/** Square of a colour, or a wide one below the name on its page; `null` for a value that is not a colour. */
export function Swatch({ hex, isLarge }: { readonly hex: string; readonly isLarge?: true }): ComponentChild {
  if (!hexColor.test(hex)) return null;
  const isLight = (contrastRatio('#ffffff', hex) ?? 0) < 4.5;
  return (
    <svg
      class={isLarge ? `swatch wide${isLight ? ' is-light' : ''}` : 'swatch'}
      width={28}
      height={28}
      viewBox="0 0 10 10"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect width="10" height="10" fill={hex} />
    </svg>
  );
}
