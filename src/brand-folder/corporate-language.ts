import { isDeepStrictEqual } from 'node:util';
import type { Catalog } from '../content/catalog/catalog.js';
import { paths, sectionNames } from '../content/catalog/paths.js';
import { LanguageFile, newLanguageFile, sectionSchemas } from '../content/language.js';
import { isObject } from '../json.js';
import { Exact, Type } from '../validation/schema.js';
import { withDefaults, withoutDefaults } from './defaults.js';
import type { Source } from './yaml-file.js';

const LanguageYaml = Exact({
  ...LanguageFile.properties,
  ...Object.fromEntries(sectionNames.map((name) => [name, Type.Optional(sectionSchemas[name])])),
});

/** What was imported is the first version. */
const defaults: LanguageFile = { ...newLanguageFile, version: 1 };

/** `corporate-language.yaml`: the document and a file for each section that says something. */
export function readLanguage(source: Source): ReadonlyMap<string, unknown> {
  const files = new Map<string, unknown>();
  const sent = source?.mapping();
  if (!source || !sent) return files;
  const { schema_version, version, status, ...sections } = source.fit(
    LanguageYaml,
    withDefaults(sent, defaults),
  ) as Record<string, unknown>;
  files.set(paths.language, { schema_version, version, status });
  for (const name of sectionNames) {
    const section = sections[name];
    if (isObject(section) && Object.keys(section).length > 0) files.set(paths.section(name), section);
  }
  return files;
}

/** What `corporate-language.yaml` says; `null`: nothing was ever said. */
export function languageYaml({ language, sections }: Catalog): unknown {
  if (sections.size === 0 && isDeepStrictEqual(language, newLanguageFile)) return null;
  const { schema_version, version, status } = language;
  const named = sectionNames.flatMap((name) => {
    const section = sections.get(name);
    return section === undefined ? [] : [[name, section.content]];
  });
  const kept = withoutDefaults({ schema_version }, defaults);
  return { status, version, ...kept, ...Object.fromEntries(named) };
}
