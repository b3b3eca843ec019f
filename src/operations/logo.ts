import { isDeepStrictEqual } from 'node:util';
import { newBrandFile } from '../content/brand.js';
import { paths } from '../content/catalog/paths.js';
import { contrastRatio, minTextContrast } from '../content/contrast.js';
import { hexColor, hexForm } from '../content/hex-color.js';
import { pictureProblem } from '../content/media.js';
import { maxSvgColors } from '../content/svg-colors.js';
import { noted } from '../lib/say.js';
import { Input, Type } from '../validation/schema.js';
import { message } from '../validation/violations.js';
import { newColor } from './colors.js';
import { fields } from './engine/input.js';
import { write } from './engine/operation.js';
import { mediumOf } from './media.js';

const LogoFields = Input({
  medium: Type.Integer({ minimum: 1 }),
  colors: Type.Array(Input({ name: Type.String({ minLength: 1, maxLength: 100 }), hex: Type.String() }), {
    maxItems: maxSvgColors,
  }),
});

/**
 * Makes a picture the logo. A brand without a palette gets the colours of the logo; the first two become those of a theme
 * that is as it was at first.
 */
export const takeLogo = write({
  name: 'portal.logo',
  summary: 'Take a medium as the logo, and its colours where there are none',
  body: fields(LogoFields),
  answers: null,
  replay: async () => ({ value: undefined, resource: null, version: null }),
  check(draft, { sent: { medium: id = 0, colors = [] } }, violations) {
    const medium = { ...mediumOf(draft, id), released: true };
    const { files, media } = draft.catalog;
    const problem = pictureProblem({ files, media: media.set(id, medium) }, id);
    if (problem !== null) violations.add('medium', message.selectedBecause('medium', problem));
    for (const [at, { hex }] of colors.entries()) {
      const path = `colors.${at}.hex`;
      if (!hexColor.test(hex)) violations.add(path, message.format(path, hexForm));
    }
    return medium;
  },
  apply(draft, { body: { colors }, checked: medium }) {
    const { portal, brand, media, colors: palette } = draft.catalog;
    if (!isDeepStrictEqual(media.get(medium.id), medium)) draft.put(paths.media(medium.id), medium);
    draft.put(paths.portal, { ...portal, logo_light: medium.id });
    const [primary, accent = primary] = colors;
    if (palette.size === 0) {
      const first = draft.nextId('color');
      for (const [at, color] of colors.entries())
        draft.put(paths.color(first + at), { ...newColor, id: first + at, ...color });
    }
    const own = newBrandFile('').theme.colors;
    if (brand !== null && primary && accent && isDeepStrictEqual(brand.theme.colors, own)) {
      const link = [accent.hex, primary.hex].find(
        (hex) => (contrastRatio(hex, own.background) ?? 0) >= minTextContrast,
      );
      const themed = { ...own, primary: primary.hex, accent: accent.hex, link: link ?? own.link };
      draft.put(paths.brand, { ...brand, theme: { ...brand.theme, colors: themed } });
    }
    draft.commitAs(noted`Set the logo`);
    return { value: undefined, resource: null };
  },
});
