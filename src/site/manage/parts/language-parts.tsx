import type { ComponentChild } from 'preact';
import type { SectionName } from '../../../content/catalog/paths.js';
import type { Section } from '../../../content/language.js';
import { isObject } from '../../../lib/json.js';
import { words } from '../../../words/words.js';
import { JsonValue } from '../../compare/parts/field-differences.js';
import { labelOf } from '../../labels.js';
import { DescriptionList, Name } from './text.js';

/** Functions that draw a list, by its path in a section. Any other list has a line per item. */
const drawings: Readonly<Record<string, (value: readonly unknown[]) => ComponentChild>> = {
  'voice.tone': (tones) => (
    <p class="row wrap">
      {tones.map((tone) => (
        <span class="tag">
          <Name text={String(tone)} />
        </span>
      ))}
    </p>
  ),
  'voice.principles': (rows) => (
    <DescriptionList
      rows={rows.map((row) => [String(Object(row).title ?? ''), String(Object(row).description ?? '')])}
    />
  ),
  'notation.examples': (rows) => (
    <ul>
      {rows.map((row) => (
        <li>
          <del>{String(Object(row).wrong ?? '')}</del> → <ins>{String(Object(row).right ?? '')}</ins>
        </li>
      ))}
    </ul>
  ),
};

/** Path of the corporate language as it is read in a language; `null`: the brand's own. */
export const sectionsPath = (language: string | null): string =>
  language === null ? '/language' : `/language?lang=${language}`;

/** Label of a field of a section. */
export const sectionLabel = (section: SectionName, path: string): ReturnType<typeof labelOf> =>
  labelOf(section, path, words().sectionFields[section]);

/** Section of the corporate language as people read it. Members without a label are under "Advanced". */
export function SectionContent({ name, section }: { readonly name: SectionName; readonly section: Section }) {
  const known = Object.keys(words().sectionFields[name]).filter((path) => !path.includes('.'));
  const others = Object.entries(section).filter(([member]) => !known.includes(member));
  const member = (path: string): ComponentChild => {
    const value = section[path];
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return null;
    const draw = Array.isArray(value) ? drawings[`${name}.${path}`] : undefined;
    return (
      <div key={path}>
        <h3>{sectionLabel(name, path).name}</h3>
        {Array.isArray(value) && draw !== undefined ? (
          draw(value)
        ) : typeof value === 'string' ? (
          <p class="lines">{value}</p>
        ) : (
          <JsonValue value={value} />
        )}
      </div>
    );
  };
  const isPair = (path: string): boolean => path === 'dos' || path === 'donts';
  return (
    <>
      {known.filter((path) => !isPair(path)).map(member)}
      {known.some(isPair) && <div class="sides">{known.filter(isPair).map(member)}</div>}
      {others.length > 0 && (
        <details>
          <summary>{words().languagePage.advanced}</summary>
          <JsonValue value={Object.fromEntries(others)} />
        </details>
      )}
    </>
  );
}

/** Rows of the objects in a list, with their places; free sections may hold anything. */
export const rowsOf = (value: unknown): (readonly [at: number, row: Readonly<Record<string, unknown>>])[] =>
  (Array.isArray(value) ? [...value.entries()] : []).flatMap(([at, row]) =>
    isObject(row) ? [[at, row] as const] : [],
  );

/**
 * Address of a term below the brand's.
 *
 * @param at index of the term in its list. Default: a new term
 */
export const termPath = (list: string, at?: number): string =>
  `/language/terms/${list}${at === undefined ? '' : `.${at}`}`;
