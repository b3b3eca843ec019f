import type { Catalog } from '../../content/catalog/catalog.js';
import type { TextCounts } from '../../content/translations/counts.js';
import type { RecordSource } from '../../content/translations/texts.js';
import { derived } from '../../lib/derived.js';
import { recordTexts } from './records.js';

/** Name of what has texts and is no page: `id` is empty for the portal. */
export interface RecordName {
  readonly of: RecordSource['kind'];
  readonly id: string;
}

/** Everything that has texts and is no page. */
export function* recordsIn({ colors, media, entries }: Catalog): Generator<RecordName> {
  for (const id of colors.keys()) yield { of: 'color', id: String(id) };
  for (const id of media.keys()) yield { of: 'media', id: String(id) };
  for (const id of entries.keys()) yield { of: 'entry', id };
  yield { of: 'portal', id: '' };
}

/** A colour, a medium, a fact or the portal with the counts of its texts in a language. */
export interface CountedRecord extends RecordName {
  /** Its first text, in the language of the brand. */
  readonly title: string;
  readonly counts: TextCounts;
}

const countedByTag = derived((_: Catalog) => new Map<string, readonly CountedRecord[]>());

/** Records with texts that are no pages. Counted once for each version of the content. */
export function countedRecords(catalog: Catalog, tag: string): readonly CountedRecord[] {
  const known = countedByTag(catalog);
  const made = known.get(tag) ?? [...recordsIn(catalog)].flatMap((name) => countRecord(catalog, name, tag));
  known.set(tag, made);
  return made;
}

function countRecord(catalog: Catalog, name: RecordName, tag: string): CountedRecord[] {
  const texts = recordTexts({ catalog }, { ...name, lang: tag }).texts.filter(({ isWorded }) => isWorded);
  if (texts.length === 0) return [];
  const inState = (asked: string) => texts.filter(({ state }) => state === asked).length;
  const counts = { texts: texts.length, missing: inState('missing'), outdated: inState('outdated') };
  return [{ ...name, title: texts[0]?.text ?? '', counts }];
}

/** Texts of several records together. */
export const sumOfCounts = (records: readonly CountedRecord[]): TextCounts =>
  records.reduce(
    (sum, { counts }) => ({
      texts: sum.texts + counts.texts,
      missing: sum.missing + counts.missing,
      outdated: sum.outdated + counts.outdated,
    }),
    { texts: 0, missing: 0, outdated: 0 },
  );
