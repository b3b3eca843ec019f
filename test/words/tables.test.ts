import { describe, expect, test } from 'vitest';
import { tables } from '../../src/words/tables.js';

/** Texts of a table by their dotted names. */
function textsIn(table: object, prefix = ''): [name: string, text: string][] {
  return Object.entries(table).flatMap(([name, value]) =>
    typeof value === 'string' ? [[prefix + name, value] as [string, string]] : textsIn(value, `${prefix}${name}.`),
  );
}

const placeholders = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

const english = new Map(textsIn(tables.en));

describe.each(Object.entries(tables))('the words in %s', (language, table) => {
  const texts = textsIn(table);

  test('have the same names as the English ones', () => {
    expect(texts.map(([name]) => name)).toEqual([...english.keys()]);
  });

  test('have text, and the values of the English ones', () => {
    const valuesOf = (name: string, text: string) => {
      // A form for one thing may do without the number.
      const isCounted = /\.(?:one|other)$/.test(name);
      return placeholders(text).filter((value) => !(isCounted && value === '{n}'));
    };
    const wrong = texts.filter(([name, text]) => {
      const expected = valuesOf(name, english.get(name) ?? '');
      return text.trim() === '' || String(valuesOf(name, text)) !== String(expected);
    });
    expect(wrong, language).toEqual([]);
  });

  test('have no ASCII quotes or dots where there are signs for it', () => {
    const wrong = texts.filter(([, text]) => /(?<!\w)["']|["'](?!\w)|\.\.\./.test(text));
    expect(wrong, language).toEqual([]);
  });
});

test('no English label says a word that the product avoids', () => {
  const unsaid =
    /\b(?:Make it|Change it|Set it|Add it|No reader|until shown|merged?|Settled|Bring back|Waits? for|Look(?! at)|Backend|OK|Submit|successfully)\b|!/i;
  const labels = [...english].filter(([, text]) => !/[.,:;?]/.test(text));
  expect(labels.filter(([, text]) => unsaid.test(text))).toEqual([]);
});
