import type { ComponentChild } from 'preact';
import { hexColor } from '../../content/hex-color.js';

/** Square of a colour; `null` for a value that is no colour. */
export function Swatch({ hex, isLarge }: { readonly hex: string; readonly isLarge?: true }): ComponentChild {
  if (!hexColor.test(hex)) return null;
  return (
    <svg class="swatch" width={isLarge ? 112 : 28} height={isLarge ? 112 : 28} viewBox="0 0 10 10" aria-hidden="true">
      <rect width="10" height="10" fill={hex} />
    </svg>
  );
}
