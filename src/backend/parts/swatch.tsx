import type { ComponentChild } from 'preact';
import { hexColor } from '../../operations/colors.js';

/** A colour as a small square; nothing for what is no hex value. Its text stands next to it. */
export function Swatch({ hex, size = 18 }: { readonly hex: string; readonly size?: number }): ComponentChild {
  if (!hexColor.test(hex)) return null;
  return (
    <svg class="swatch" width={size} height={size} viewBox="0 0 10 10" aria-hidden="true">
      <rect width="10" height="10" fill={hex} />
    </svg>
  );
}
