import { BrandFile, type Module, modules } from '../content/brand.js';
import type { BrandContent } from '../content/brand-content.js';
import { Exact, OneOf, type Static, Type } from '../validation/schema.js';
import { mapItems, withDefaults, withMember } from './defaults.js';
import { PageId } from './page-id.js';
import type { YamlFile } from './yaml-file.js';

const BrandYaml = Exact({
  ...BrandFile.properties,
  modules: Type.Array(OneOf(modules)),
  api_enabled: Type.Boolean(),
  highest_page_id: Type.Optional(PageId),
});
type BrandYaml = Static<typeof BrandYaml>;

export interface BrandSettings {
  readonly file: BrandFile;
  readonly modules: readonly Module[];
  readonly apiEnabled: boolean;
  /** The highest page id that was ever given; 0: no page in the folder has been deleted that had a higher one. */
  readonly highestPageId: number;
}

const defaults = { modules: [], api_enabled: true, default_visibility: 'internal' };

/** `brand.yaml`. */
export function readSettings(source: YamlFile): BrandSettings | null {
  const sent = source.mapping();
  if (sent === null) return null;
  const fillFonts = (fonts: unknown) => mapItems(fonts, (font) => withDefaults(font, { base_weight: null, faces: [] }));
  const fillTheme = (theme: unknown) => withMember(withDefaults(theme, { fonts: [] }), 'fonts', fillFonts);
  const filled = withMember(withDefaults(sent, defaults), 'theme', fillTheme);
  const { modules: named, api_enabled, highest_page_id, ...file } = source.fit(BrandYaml, filled) as BrandYaml;
  const known = Array.isArray(named) ? [...new Set(named)] : [];
  return { file, modules: known, apiEnabled: api_enabled, highestPageId: highest_page_id ?? 0 };
}

/** What `brand.yaml` says. */
export function settingsYaml({ brand, modules, apiEnabled, catalog }: BrandContent): unknown {
  const { name, default_visibility, theme } = brand;
  const { highestIds, pages } = catalog;
  const isGone = highestIds.page > 0 && !pages.has(highestIds.page);
  const marked = isGone ? { highest_page_id: highestIds.page } : {};
  return { name, modules, api_enabled: apiEnabled, default_visibility, ...marked, theme };
}
