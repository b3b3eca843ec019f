import { colorValue } from './hex-color.js';

/** Lower bound on the contrast of text (WCAG 2.2, level AA). */
export const minTextContrast = 4.5;

/** Relative luminance of sRGB components (WCAG 2.2). */
function luminance(components: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = components.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio (WCAG 2.2) of a colour, maybe translucent, on another one. `null` if one of them is not a colour. */
export function contrastRatio(front: string, back: string): number | null {
  const [above, below] = [colorValue(front), colorValue(back)];
  if (above === null || below === null) return null;
  const seen = above.components.map((part, at) => part * above.alpha + (below.components[at] ?? 0) * (1 - above.alpha));
  const [dark = 0, light = 0] = [luminance(seen), luminance(below.components)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
