import { isObject } from '../content/blocks/block-type.js';
import { paths, sectionNames } from '../content/files.js';
import { LanguageFile, newLanguageFile, sectionSchemas } from '../content/language.js';
import { Exact, Type } from '../content/schema.js';
import { withDefaults } from './defaults.js';
import type { Source } from './yaml-file.js';

const LanguageYaml = Exact({
  status: LanguageFile.properties.status,
  ...Object.fromEntries(sectionNames.map((name) => [name, Type.Optional(sectionSchemas[name])])),
});

/** `corporate-language.yaml`: the document and a file for each section that says something. */
export function readLanguage(source: Source): ReadonlyMap<string, unknown> {
  const files = new Map<string, unknown>();
  const sent = source?.mapping();
  if (!source || !sent) return files;
  const { status, ...sections } = source.fit(LanguageYaml, withDefaults(sent, { status: newLanguageFile.status })) as {
    status: unknown;
  } & Record<string, unknown>;
  files.set(paths.language, { ...newLanguageFile, version: 1, status });
  for (const name of sectionNames) {
    const section = sections[name];
    if (isObject(section) && Object.keys(section).length > 0) files.set(paths.section(name), section);
  }
  return files;
}
