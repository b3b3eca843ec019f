import { sectionNames } from '../../content/catalog/paths.js';
import { sectionsIn, translatedCatalog } from '../../content/translations/translated-catalog.js';
import type { Answer, Contract } from './contract.js';
import type { Resource } from './resource.js';
import { languagesIn, sectionLanguages } from './translation.js';
import type { ReadView } from './view.js';

/** An answer in a language, with its version and what its headers say. */
export function answerIn<Value>(
  answer: Answer<Value>,
  view: ReadView,
  lang: NonNullable<Resource['lang']>,
  { translated }: Pick<Contract, 'translated'>,
): Answer<Value> {
  const { value, listed, ...rest } = answer;
  const { tag } = lang;
  const resource = answer.resource && { ...answer.resource, lang };
  const { lastPage } = view;
  if (lastPage !== null && !Array.isArray(value)) return { ...rest, value, resource, ...languagesIn(lastPage) };
  if (translated === 'found') return { ...rest, value, resource };
  if (translated === 'section') {
    const names = sectionNames.filter((name) => listed?.includes(name));
    return { ...rest, value, resource, ...sectionLanguages(sectionsIn(view.snapshot.catalog, tag), tag, names) };
  }
  const { untranslated } = translatedCatalog(view.snapshot.catalog, tag);
  const ids = listed ?? (Array.isArray(value) ? value.map(({ id }) => id) : []);
  const others = translated === undefined ? [] : ids.filter((id) => untranslated[translated].has(id));
  return { ...rest, value, resource, languages: [tag], untranslated: others };
}
