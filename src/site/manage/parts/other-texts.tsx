import { countedRecords, type RecordName, sumOfCounts } from '../../../operations/translations/record-counts.js';
import { fill, words } from '../../../words/words.js';
import type { WorkContext } from '../../context.js';
import { languageName, ownLanguageName } from '../../frame/language.js';
import { Icon } from '../../parts/icon.js';
import { stateOfTexts } from '../../parts/text-state.js';

/** Kinds of texts outside of pages, by their part of an address. */
const kinds = { portal: 'portal', colors: 'color', media: 'media', facts: 'entry' } as const;

/** @returns `null` for another part of an address */
export const kindOf = (part: string): RecordName['of'] | null =>
  Object.entries(kinds).find(([name]) => name === part)?.[1] ?? null;

const partOf = (of: RecordName['of']): string => Object.entries(kinds).find(([, kind]) => kind === of)?.[0] ?? of;

export const kindName = (of: RecordName['of']): string => words().translations.kinds[of];

/** Path of the form with the texts of a colour, a medium, a fact or the portal in a language. */
export const textsPath = (tag: string, { of, id }: RecordName): string =>
  `/translations/${tag}/${partOf(of)}${of === 'portal' ? '' : `/${id}`}`;

interface OtherTextsProps {
  readonly context: WorkContext;
  readonly tags: readonly string[];
}

/** Texts outside of pages, by kind, with their state in each language. */
export function OtherTexts({ context: { catalog, href }, tags }: OtherTextsProps) {
  const texts = words().translations;
  const counted = tags.map((tag) => ({ tag, records: countedRecords(catalog, tag) }));
  const rows = Object.values(kinds).filter((of) => counted.some(({ records }) => records.some((one) => one.of === of)));
  if (rows.length === 0) return null;
  return (
    <>
      <h2>{texts.other}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls is reached by keyboard */}
      <section class="tbl queue" tabIndex={0} aria-label={texts.other}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.kind}</th>
              {tags.map((tag) => (
                <th key={tag} scope="col" lang={tag}>
                  {ownLanguageName(tag)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((of) => (
              <tr key={of}>
                <th scope="row">{kindName(of)}</th>
                {counted.map(({ tag, records }) => {
                  const own = records.filter((one) => one.of === of);
                  const [icon, look, state] = stateOfTexts(sumOfCounts(own));
                  const name = fill(texts.cell, { page: kindName(of), language: languageName(tag), state });
                  return (
                    <td key={tag}>
                      <a class={`lcell ${look}`} href={href(`/translations/${tag}/${partOf(of)}`)} aria-label={name}>
                        <Icon name={icon} />
                        {state}
                      </a>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
