import { BrandFile, type Module, modules } from '../content/brand.js';
import { Exact, OneOf, type Static, Type } from '../content/schema.js';
import { mapItems, withDefaults, withMember } from './defaults.js';
import type { YamlFile } from './yaml-file.js';

const BrandYaml = Exact({
  ...BrandFile.properties,
  modules: Type.Array(OneOf(modules)),
  api_enabled: Type.Boolean(),
});
type BrandYaml = Static<typeof BrandYaml>;

export interface BrandSettings {
  readonly file: BrandFile;
  readonly modules: readonly Module[];
  readonly apiEnabled: boolean;
}

const defaults = { modules: [], api_enabled: true, default_visibility: 'internal' };

/** `brand.yaml`. */
export function readSettings(source: YamlFile): BrandSettings | null {
  const sent = source.mapping();
  if (sent === null) return null;
  const fillFonts = (fonts: unknown) => mapItems(fonts, (font) => withDefaults(font, { base_weight: null, faces: [] }));
  const fillTheme = (theme: unknown) => withMember(withDefaults(theme, { fonts: [] }), 'fonts', fillFonts);
  const filled = withMember(withDefaults(sent, defaults), 'theme', fillTheme);
  const { modules: named, api_enabled, ...file } = source.fit(BrandYaml, filled) as BrandYaml;
  return { file, modules: Array.isArray(named) ? [...new Set(named)] : [], apiEnabled: api_enabled };
}
