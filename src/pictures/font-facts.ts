import { readFile } from 'node:fs/promises';
import type { FontFacts } from '../content/files/inspector.js';

/** Weights that texts are set in; those of a variable font that has them. */
const usualWeights = [400, 700];

/** Weight after the name of a variable font: that of its default instance. */
const ofInstance = / (?:Thin|(?:Extra|Ultra|Semi|Demi)?(?:Light|Bold)|Regular|Medium|Black|Heavy)$/i;

/** Facts of a font file; `null` if it cannot be read. */
export async function fontFacts(path: string): Promise<FontFacts | null> {
  // Loaded by the first font, because the process starts for every upload.
  const { create } = await import('fontkit');
  const bytes = await readFile(path);
  try {
    const font = create(bytes);
    if ('fonts' in font) return null;
    const os2 = font['OS/2'];
    const preferred = font.getName('preferredFamily', 'en');
    const { wght } = font.variationAxes;
    const usual = usualWeights.filter((weight) => wght && weight >= wght.min && weight <= wght.max);
    const own = Math.round(wght?.default ?? os2.usWeightClass);
    return {
      family: (preferred ?? (wght ? font.familyName?.replace(ofInstance, '') : font.familyName))?.trim() || null,
      weights: usual.length > 0 ? usual : [Math.min(Math.max(own, 1), 1000)],
      style: os2.fsSelection.italic || font.italicAngle !== 0 ? 'italic' : 'normal',
      isRestricted: os2.fsType.noEmbedding,
    };
  } catch {
    return null;
  }
}
