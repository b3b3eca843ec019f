import type { BrandContent } from '../content/brand-content.js';
import { noTexts } from '../content/catalog/overlay-record.js';
import type { PageRecord } from '../content/catalog/page-record.js';
import { tagsOf } from '../content/translations/languages.js';
import type { PageOverlay, Texts, Translation } from '../content/translations/overlay.js';
import { withoutDefaults } from './defaults.js';
import { translatedParts } from './translations.js';

/** The file with the texts of another one in a language. */
export const translationFile = (file: string, tag: string): string => file.replace(/\.yaml$/, `.${tag}.yaml`);

/** The files with the texts of a page in other languages, and their contents. */
export async function* pageTextsYaml(
  { brand, catalog, readOverlay }: BrandContent,
  { id }: PageRecord,
  file: string,
): AsyncGenerator<readonly [file: string, content: object]> {
  for (const tag of tagsOf(brand)) {
    const overlay = catalog.translations.get(tag)?.pages.get(id);
    if (overlay !== undefined) yield [translationFile(file, tag), overlayYaml(await readOverlay(tag, overlay))];
  }
}

function overlayYaml({ title, summary, slug, blocks }: PageOverlay): object {
  const written = Object.entries(blocks).map(([id, texts]) => [id, textsYaml(texts)]);
  return {
    ...(title && { title: textYaml(title) }),
    ...(summary && { summary: textYaml(summary) }),
    ...(slug !== undefined && { slug }),
    ...(written.length > 0 && { blocks: Object.fromEntries(written) }),
  };
}

const textsYaml = (texts: Texts): object =>
  Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, textYaml(text)]));

const textYaml = (text: Translation): object => withoutDefaults(text, { by: 'person' });

/** The files with the texts of colours, media, facts and the portal in other languages, and their contents. */
export function* partTextsYaml({ brand, catalog }: BrandContent): Generator<readonly [file: string, content: object]> {
  for (const tag of tagsOf(brand)) {
    const records = [...(catalog.translations.get(tag) ?? noTexts).records].map(
      ([key, { texts }]) => [...key.split(' '), textsYaml(texts)] as const,
    );
    for (const [part, kind] of Object.entries(translatedParts)) {
      const own = records.filter(([of]) => of === kind);
      const content = kind === 'portal' ? own[0]?.[1] : Object.fromEntries(own.map(([, id, texts]) => [id, texts]));
      if (own.length > 0) yield [translationFile(`${part}.yaml`, tag), Object(content)];
    }
  }
}
