import type { TranslatedText } from '../apply.js';
import { type CodedText, codedText, nameOf, withoutNonCharacters } from './codes.js';
import { printOf, type UnitState, writeMark, xliffLimits } from './unit.js';

/** A text to translate, with what translators read of its place. */
export interface PlacedText {
  readonly id: string;
  /** The headings above it, the outermost first. */
  readonly place: readonly string[];
  readonly text: TranslatedText;
}

/** Texts of one page, or of what is no page. */
export interface TextsOfSource {
  /** `page-11`, `color-3`, `portal`. */
  readonly name: string;
  /** Language of the source. */
  readonly language: string;
  /** Address at which people read the text. */
  readonly address: string;
  readonly texts: readonly PlacedText[];
}

export interface TextsToWrite {
  readonly brand: string;
  readonly commit: string;
  readonly tag: string;
  readonly sources: readonly TextsOfSource[];
}

const typesOfCodes: Readonly<Record<string, string>> = {
  ...{ strong: 'bold', b: 'bold', em: 'italic', i: 'italic', u: 'underlined', a: 'link', br: 'lb' },
};

/** Elements around those of a text: `xliff`, `file`, `body`, `trans-unit`, and `source` or `target`. */
const depthAround = 5;

/** Texts as XLIFF 1.2. A text whose elements nest too deep for a reader is left out. */
export function writeXliff({ brand, commit, tag, sources }: TextsToWrite): string {
  const files = sources.map(({ name, language, address, texts }) => {
    const units = texts.map((text) => writeUnit(text, tag, address)).join('');
    return [
      element('file', {
        original: name,
        'source-language': language,
        'target-language': tag,
        datatype: 'html',
        'product-name': brand,
        'product-version': commit,
      }),
      `<body>\n${units}</body>\n</file>\n`,
    ].join('\n');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">',
    `${files.join('')}</xliff>\n`,
  ].join('\n');
}

function writeUnit({ id, place, text }: PlacedText, tag: string, address: string): string {
  const { source, target } = codedText(text, tag);
  if (Math.max(levelsOf(source), levelsOf(target ?? source)) > xliffLimits.depth - depthAround) return '';
  const state = stateFor(text);
  const { of, in: lists, stored } = text;
  const isFinal = state === 'final' && { approved: 'yes' };
  const mark = writeMark({ of, in: lists, was: printOf(stored) });
  return [
    element('trans-unit', { id, resname: place.join(' › '), extradata: mark, ...isFinal, 'xml:space': 'preserve' }),
    `<source>${writeCodes(source)}</source>`,
    // Some tools translate what the target has.
    `${element('target', { state })}${writeCodes(target ?? source)}</target>`,
    `<note>${escapeXml([place.join(' › '), address].join('\n'))}</note>`,
    '</trans-unit>\n',
  ].join('\n');
}

function stateFor({ state, stored }: TranslatedText): UnitState {
  if (state === 'missing') return 'new';
  return state === 'outdated' || stored?.by === 'machine' ? 'needs-review-translation' : 'final';
}

function levelsOf({ parts }: CodedText): number {
  let [level, deepest] = [0, 0];
  for (const part of parts) {
    if (typeof part === 'string') continue;
    if (part.at === 'end') level -= 1;
    else deepest = Math.max(deepest, level + 1);
    if (part.at === 'start') level += 1;
  }
  return deepest;
}

function writeCodes({ parts, tags }: CodedText): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return escapeXml(part);
      const { id, at } = part;
      if (at === 'end') return '</g>';
      const tag = tags.get(id) ?? '';
      const ctype = typesOfCodes[nameOf(tag)] ?? `x-html-${nameOf(tag)}`;
      const start = element(at === 'start' ? 'g' : 'x', { id, ctype, 'equiv-text': tag });
      return at === 'start' ? start : start.replace(/>$/, '/>');
    })
    .join('');
}

const element = (name: string, attributes: Readonly<Record<string, string>>): string => {
  const written = Object.entries(attributes).map(
    ([name, value]) =>
      ` ${name}="${escapeXml(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`,
  );
  return `<${name}${written.join('')}>`;
};

const escapeXml = (text: string): string =>
  withoutNonCharacters(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
