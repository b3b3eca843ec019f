import { pagesInOrder } from '../../content/catalog/catalog.js';
import type { PageRecord } from '../../content/catalog/page-record.js';
import { languageOf } from '../../content/language-tags.js';
import type { TranslatedText } from '../../content/translations/apply.js';
import { placedTexts, wordedTexts } from '../../content/translations/xliff/placed.js';
import { holderOf, xliffLimits } from '../../content/translations/xliff/unit.js';
import type { TextsOfSource } from '../../content/translations/xliff/write.js';
import { yieldWhenDue } from '../../lib/concurrency.js';
import { invalidField } from '../../lib/errors.js';
import { amount, say } from '../../lib/say.js';
import { sizeText } from '../../lib/size-text.js';
import { Input, OneOf, type Static, Type } from '../../validation/schema.js';
import { message } from '../../validation/violations.js';
import { parseId, textParam } from '../engine/input.js';
import { read } from '../engine/operation.js';
import { resources } from '../engine/resource.js';
import { readTranslated } from '../engine/translation.js';
import type { BrandView, ReadView } from '../engine/view.js';
import { tagIn } from './languages.js';
import { recordsIn } from './record-counts.js';
import { recordTexts } from './records.js';

export const params = { tag: textParam('Language', 'The tag of a language.') };

export const xliffType = 'application/xliff+xml';

const TextsQuery = Input({
  pages: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Only the pages with these ids, separated by commas. Default: all pages, colours, media, facts and the portal.',
    }),
  ),
  state: Type.Optional(
    OneOf(['todo', 'missing', 'outdated', 'all'], {
      description: '`todo`: only texts that are missing or outdated. Default: `all`.',
    }),
  ),
});
type State = NonNullable<Static<typeof TextsQuery>['state']>;

const isIn = (asked: State, { state }: TranslatedText): boolean =>
  asked === 'all' || (asked === 'todo' ? state !== 'current' : state === asked);

export const exportTexts = read({
  name: 'languages.texts',
  apiChapter: 'Translations',
  summary: 'Get texts for translators (addition)',
  description:
    'XLIFF 1.2 with a unit for each text, its translation and the state of that. Texts without a letter are left out. A file has at most ' +
    '20 MiB and 50,000 units.',
  params,
  query: TextsQuery,
  strict: true,
  answers: Type.String(),
  answersAs: xliffType,
  refusals: ['fields'],
  async run(view, { params, query: { pages, state = 'all' } }) {
    const tag = tagIn(view.catalog, params.tag);
    const sources: TextsOfSource[] = [];
    let units = 0;
    for await (const source of sourcesIn(view, tag, pages)) {
      const texts = source.texts.filter(({ text }) => isIn(state, text));
      units += texts.length;
      if (units > xliffLimits.units) throw tooMany(say`more than ${amount(xliffLimits.units)} texts`);
      if (texts.length > 0) sources.push({ ...source, texts });
      await yieldWhenDue();
    }
    const file = { brand: view.slug, commit: view.snapshot.commit ?? '', tag, sources };
    const text = await view.work('writeXliff', file);
    if (Buffer.byteLength(text) > xliffLimits.bytes) throw tooMany(say`more than ${sizeText(xliffLimits.bytes)}`);
    return { value: text, text: { type: xliffType, text }, resource: resources.commit, isPrivate: true };
  },
});

const tooMany = (what: ReturnType<typeof say>) =>
  invalidField('pages', say`The file would have ${what}: choose pages.`);

/** Everything that has texts in another language than that of the file. */
async function* sourcesIn(
  view: ReadView,
  tag: string,
  ids: readonly string[] | undefined,
): AsyncGenerator<TextsOfSource> {
  const { catalog, slug } = view;
  for (const record of ids === undefined ? pagesInOrder(catalog) : pagesNamed(catalog, ids)) {
    const language = languageOf(catalog, record);
    if (language === tag) continue;
    const { source, texts } = await readTranslated(view.snapshot, record, tag, view.sanitizer);
    const address = `/brands/${slug}/-/page/${record.id}`;
    yield {
      name: holderOf({ of: 'page', id: String(record.id) }),
      language,
      address,
      texts: placedTexts(source, texts),
    };
  }
  const language = languageOf(catalog);
  if (ids !== undefined || language === tag) return;
  for (const holder of recordsIn(catalog)) {
    const { texts } = recordTexts(view, { ...holder, lang: tag });
    const place = [placeNames[holder.of], ...texts.slice(0, 1).map(({ text }) => text)];
    const name = holderOf(holder);
    const placed = wordedTexts({ ...holder, block: '' }, texts, holder.of === 'portal' ? place.slice(0, 1) : place);
    yield { name, language, address: `/brands/${slug}`, texts: placed };
  }
}

const placeNames = { color: 'Colour', media: 'Medium', entry: 'Fact', portal: 'Portal' };

/** @throws `invalid` */
function pagesNamed({ pages }: Pick<BrandView['catalog'], 'pages'>, ids: readonly string[]): PageRecord[] {
  return ids.map((id) => {
    const page = pages.get(parseId(id) ?? 0);
    if (page === undefined) throw invalidField('pages', message.selected('pages'));
    return page;
  });
}
