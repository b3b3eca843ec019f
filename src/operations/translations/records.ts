import { sanitizeText } from '../../content/blocks/sanitize-text.js';
import type { Catalog } from '../../content/catalog/catalog.js';
import { recordKey } from '../../content/catalog/overlay-record.js';
import { paths, type Translated } from '../../content/catalog/paths.js';
import { languageOf } from '../../content/language-tags.js';
import { type TranslatedText, translateList } from '../../content/translations/apply.js';
import { changeRecordTexts, type TextChange } from '../../content/translations/change.js';
import { chainOf, chainOfPage } from '../../content/translations/languages.js';
import { type Texts, wordsIn } from '../../content/translations/overlay.js';
import { type RecordSource, reportRecordText, textsOfRecord } from '../../content/translations/texts.js';
import { notFound } from '../../lib/errors.js';
import { Input, Type } from '../../validation/schema.js';
import { message } from '../../validation/violations.js';
import { undescribed } from '../engine/contract.js';
import type { BrandDraft } from '../engine/draft.js';
import { fields, optional, textParam } from '../engine/input.js';
import { read, write } from '../engine/operation.js';
import type { BrandView } from '../engine/view.js';
import { tagOf } from '../proposals/present.js';
import { changeOf, lang, languageToWrite, requireNoneRefused, writerOf } from './page-texts.js';
import { noSource, replace } from './texts.js';

type RecordKind = RecordSource['kind'];

const params = {
  lang,
  /** `color`, `media`, `entry` or `portal`. */
  of: textParam('Kind', 'What the texts are of.'),
  /** `null`: the portal. */
  id: optional(textParam('Id', 'Its id.')),
};

/** Texts of a colour, a medium, a fact or the portal in a language, each with its source. */
export interface RecordTexts {
  readonly of: RecordKind;
  readonly id: number | string | null;
  readonly texts: readonly TranslatedText[];
}

const RecordChange = Input({
  texts: Type.Record(Type.String(), Type.Unsafe<string | null>({ type: ['string', 'null'] })),
  /** Paths of outdated translations that are right as they are. */
  still_correct: Type.Optional(Type.Array(Type.String(), { maxItems: 1000 })),
  replace,
});

export const showRecordTexts = read({
  name: 'translations.record.show',
  summary: 'Show the texts of a colour, a medium, a fact or the portal in a language',
  params,
  answers: undescribed<RecordTexts>(),
  run(view, { params }) {
    const value = recordTexts(view, params);
    return { value, resource: null, tag: tagOfTexts(value), isPrivate: true };
  },
});

export const setRecordTexts = write({
  name: 'translations.record',
  summary: 'Translate a colour, a medium, a fact or the portal',
  right: 'translate',
  params,
  body: fields(RecordChange),
  answers: undescribed<RecordTexts>(),
  check(draft, { params, sent: { texts = {}, still_correct = [] } }, violations) {
    const found = recordTexts(draft, params);
    const tag = languageToWrite(draft, params.lang, violations);
    const changes: TextChange[] = [];
    for (const [path, text] of Object.entries(texts)) {
      const source = found.texts.find((one) => one.path === path);
      const field = `texts.${path}`;
      if (source === undefined) violations.add(field, message.selectedBecause(field, noSource));
      else if (text === null) {
        if (source.stored !== null) changes.push(changeOf('', source, null, writerOf(draft.actor)));
      } else {
        const { clean, problem } = sanitizeText(source.kind, text, draft.sanitizer);
        if (problem !== null) violations.add(field, problem(field));
        reportRecordText(found.of, path, clean, violations, field);
        if (clean !== source.shown && clean !== source.text)
          changes.push(changeOf('', source, clean, writerOf(draft.actor)));
      }
    }
    for (const path of still_correct) {
      const source = found.texts.find((one) => one.path === path);
      if (source?.stored == null) violations.add('still_correct', message.selectedBecause('still correct', noSource));
      else if (!Object.hasOwn(texts, path))
        changes.push(changeOf('', source, wordsIn(source.stored), writerOf(draft.actor)));
    }
    if (!violations.any) draft.expectTag(tagOfTexts(found));
    return tag === null ? null : { tag, found, changes };
  },
  apply(draft, { params, body, checked: { tag, found, changes } }) {
    storeRecordTexts(draft, tag, found, changes, body.replace);
    const value =
      changes.length === 0 ? found : { ...found, texts: textsAfter(draft, { ...params, lang: tag }, changes) };
    return { value, resource: null, tag: tagOfTexts(value) };
  },
});

/** Version of texts: the sources and what is stored for each. */
const tagOfTexts = ({ of, id, texts }: RecordTexts): string =>
  tagOf([of, id, texts.map(({ path, of, stored }) => [path, of, stored])]);

/** @throws `conflict` */
export function storeRecordTexts(
  draft: BrandDraft,
  language: string,
  { of, id, texts }: RecordTexts,
  changes: readonly TextChange[],
  replaces = false,
): Texts {
  const before = storedTexts(draft.catalog, language, of, id);
  const { overlay, refused } = changeRecordTexts(before, texts, changes, { replaces });
  requireNoneRefused(refused);
  if (changes.length === 0) return before;
  const path = paths.translation(language, { of, id } as Translated);
  if (Object.keys(overlay).length === 0) draft.remove(path);
  else draft.put(path, { texts: overlay });
  draft.commitAs(`Translate ${recordKey(of, id)} into ${language}`);
  return overlay;
}

const storedTexts = ({ translations }: Catalog, language: string, of: RecordKind, id: number | string | null): Texts =>
  translations.get(language)?.records.get(recordKey(of, id))?.texts ?? {};

function textsAfter(draft: BrandDraft, params: Named, changes: readonly TextChange[]): readonly TranslatedText[] {
  const { source, chain, language } = placeOf(draft.catalog, params);
  const [own, ...rest] = chain;
  if (own === undefined) return [];
  const { overlay } = changeRecordTexts(own.overlay, textsOfRecord(source), changes, { replaces: true });
  return translateList(textsOfRecord(source), language, [{ ...own, overlay }, ...rest]);
}

interface Named {
  readonly lang: string;
  readonly of: string;
  readonly id: string | null;
}

/** @throws `not_found` */
export function recordTexts({ catalog }: Pick<BrandView, 'catalog'>, named: Named): RecordTexts {
  const { source, id, chain, language } = placeOf(catalog, named);
  return { of: source.kind, id, texts: translateList(textsOfRecord(source), language, chain) };
}

/** @throws `not_found` */
function placeOf(catalog: Catalog, { lang: tag, of, id: text }: Named) {
  const source = sourceOf(catalog, of, text ?? '');
  if (source === null) throw notFound('What the texts are of');
  const id = source.kind === 'portal' ? null : source.value.id;
  const language = languageOf(catalog);
  const tags = catalog.brand === null ? [] : chainOfPage(chainOf(catalog.brand, tag), language);
  const chain = tags.map((one) => ({ language: one, overlay: storedTexts(catalog, one, source.kind, id) }));
  return { source, id, chain, language };
}

export function sourceOf(catalog: Catalog, of: string, id: string): RecordSource | null {
  const { portal, collections, categories, media_categories } = catalog;
  if (of === 'portal')
    return { kind: 'portal', value: { portal, collections: collections.values(), categories, media_categories } };
  const color = of === 'color' ? catalog.colors.get(Number(id)) : undefined;
  if (color !== undefined) return { kind: 'color', value: color };
  const medium = of === 'media' ? catalog.media.get(Number(id)) : undefined;
  if (medium !== undefined) return { kind: 'media', value: medium };
  const entry = of === 'entry' ? catalog.entries.get(id) : undefined;
  return entry === undefined ? null : { kind: 'entry', value: entry };
}
