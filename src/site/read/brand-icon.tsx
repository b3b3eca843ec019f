import { newBrandFile } from '../../content/brand.js';
import type { Catalog } from '../../content/catalog/catalog.js';
import { derived } from '../../lib/derived.js';
import type { BrandContext } from '../context.js';
import { renderPart } from '../frame/render.js';
import { guardedTheme } from '../frame/theme.js';
import { initialsOf } from '../parts/avatar.js';
import type { TextReply } from '../replies.js';

/** Icon of a brand without a logo: its initials on its primary colour. */
export function brandIcon({ catalog, name, isOpen }: BrandContext): TextReply {
  const colors = coloursOf(catalog);
  const place = { x: 16, y: 21.5, fontSize: 14, fontWeight: 600, textAnchor: 'middle', fontFamily: 'sans-serif' };
  const icon = (
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
      <title>{name}</title>
      <rect width="32" height="32" rx="8" fill={colors.get('brand')?.light} />
      <text {...place} fill={colors.get('brand-on')?.light}>
        {initialsOf(name)}
      </text>
    </svg>
  );
  const caching = isOpen ? 'public, max-age=3600' : 'private, no-store';
  return { type: 'image/svg+xml', text: renderPart(icon), caching };
}

/** Colours of the portal, by their names. */
export const coloursOf = derived(({ brand }: Catalog) => guardedTheme((brand ?? newBrandFile('')).theme.colors));
