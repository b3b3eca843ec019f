import type { Catalog } from '../../content/catalog/catalog.js';
import { sectionKey } from '../../content/catalog/paths.js';
import { writeCsv } from '../../lib/csv.js';
import { invalidField } from '../../lib/errors.js';
import { groupBy } from '../../lib/group-by.js';
import { Type } from '../../validation/schema.js';
import { message } from '../../validation/violations.js';
import { brandFileOf } from '../brand.js';
import { read } from '../engine/operation.js';
import { resources } from '../engine/resource.js';
import { params } from './xliff.js';

const csvType = 'text/csv';

export const exportTerms = read({
  name: 'languages.terms',
  module: 'corporate_language',
  apiChapter: 'Translations',
  summary: 'Get the terms for glossaries (addition)',
  description:
    "CSV with the columns `source`, `target` and `note`: the preferred terms of the brand's own language, and those of this language with the " +
    'same `id`, else those that name the term in `source_term`. A term without one has an empty target. The note is that of the target, ' +
    "else of the source. A `'` is put before cells that spreadsheets would run as formulas.",
  params,
  answers: Type.String(),
  answersAs: csvType,
  refusals: ['fields'],
  run({ catalog }, { params: { tag } }) {
    const tags = brandFileOf({ catalog }).languages.map((language) => language.tag);
    if (!tags.includes(tag)) throw invalidField('tag', message.selected('tag', tags));
    const text = writeCsv([['source', 'target', 'note'], ...pairs(termsIn(catalog, null), termsIn(catalog, tag))]);
    return { value: text, text: { type: csvType, text }, resource: resources.commit, isPrivate: true };
  },
});

/** A preferred term. Sections are open: brands may give their terms ids. */
interface Term {
  readonly id?: unknown;
  readonly term?: string;
  readonly source_term?: string;
  readonly note?: string;
}

/** @param tag null: the brand's own language */
const termsIn = ({ sections }: Catalog, tag: string | null): readonly Term[] =>
  (sections.get(sectionKey('terminology', tag))?.content.preferred ?? []) as readonly Term[];

/** Rows of source, target and note, one for each target of a source. */
function pairs(sources: readonly Term[], targets: readonly Term[]): string[][] {
  const byId = groupBy(targets, ({ id }) => id);
  const bySource = groupBy(targets, ({ source_term }) => source_term);
  return sources.flatMap(({ id, term: source, note = '' }) => {
    if (source === undefined) return [];
    const found = (id === undefined ? undefined : byId.get(id)) ?? bySource.get(source) ?? [{}];
    return found.map(({ term = '', note: own }: Term) => [source, term, own ?? note]);
  });
}
