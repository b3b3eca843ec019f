import { stateOf } from './apply.js';
import { matchTexts } from './match.js';
import { type PageOverlay, type Translation, textsByBlock } from './overlay.js';
import type { SourceText, SourceTexts } from './texts.js';

/** Texts of a page that have letters, and how many of them are not as they should be in a language. */
export interface TextCounts {
  readonly texts: number;
  readonly missing: number;
  readonly outdated: number;
}

type Packed = Pick<SourceText, 'path' | 'of' | 'in' | 'isWorded' | 'whole'> & { readonly isHtml: boolean };

const packText = ({ path, of, whole, in: lists, isWorded, isHtml }: Packed): string =>
  `${path}${isWorded ? '=' : ':'}${of}${isHtml ? 'h' : ''}${whole === undefined ? '' : `~${whole}`}${lists.length > 0 ? `/${lists.join()}` : ''}`;

const packLine = (block: string, texts: readonly Packed[]): string => [block, ...texts.map(packText)].join(' ');

/** Places and fingerprints of the texts of a page as one text, a line for each block: many pages have one, and objects take several times the memory. */
export const packSources = (sources: SourceTexts): string =>
  [...sources]
    .map(([block, texts]) =>
      packLine(
        block,
        texts.map((text) => ({ ...text, isHtml: text.kind === 'html' })),
      ),
    )
    .join('\n');

/** Places and fingerprints of an overlay: where everything is translated and current, the lines are equal to those of the source. */
export const packOverlay = (overlay: PageOverlay): string =>
  [...textsByBlock(overlay)]
    .map(([block, texts]) => packLine(block, Object.entries(texts).map(ofTranslation)))
    .join('\n');

const ofTranslation = ([path, { of, in: lists = [], html }]: readonly [string, Translation]): Packed => {
  return { path, of, in: lists, isWorded: true, isHtml: html !== undefined };
};

const packedForm = /^([^=:]*)([=:])([0-9a-f]{16})(h?)(?:~([0-9a-f]{16}))?(?:\/([\d,]+))?$/;

function unpack(line: string): Packed[] {
  return line.split(' ').flatMap((text) => {
    const [, path, sign, of = '', html, whole, lists] = packedForm.exec(text) ?? [];
    if (path === undefined) return [];
    const named = whole === undefined ? {} : { whole };
    return [
      { path, of, ...named, in: lists?.split(',').map(Number) ?? [], isWorded: sign === '=', isHtml: html === 'h' },
    ];
  });
}

const blockOf = (line: string): string => line.slice(0, line.indexOf(' '));

/**
 * @param source by `packSources`
 * @param overlay by `packOverlay`; empty: there is none
 */
export function countTexts(source: string, overlay: string): TextCounts {
  const texts = source.split('=').length - 1;
  if (overlay === '') return { texts, missing: texts, outdated: 0 };
  if (overlay === source) return { texts, missing: 0, outdated: 0 };
  const stored = new Map(overlay.split('\n').map((line) => [blockOf(line), line]));
  let [missing, outdated] = [0, 0];
  for (const line of source.split('\n')) {
    const own = stored.get(blockOf(line)) ?? '';
    if (own === line) continue;
    if (own === '') {
      missing += line.split('=').length - 1;
      continue;
    }
    const [sources, texts] = [unpack(line), unpack(own)];
    const pairs = texts.map((text) => [text.path, text] as const);
    // Texts outside of lists have fixed paths.
    const found = /[/~]/.test(line) ? matchTexts(sources, pairs).found : new Map(pairs);
    for (const { path, of, isHtml, isWorded } of sources) {
      const text = found.get(path);
      const held = text && { of: text.of, ...(text.isHtml ? { html: '' } : { text: '' }) };
      const state = stateOf({ of, isWorded, kind: isHtml ? 'html' : 'plain' }, held ?? null);
      if (state === 'missing') missing += 1;
      if (state === 'outdated') outdated += 1;
    }
  }
  return { texts, missing, outdated };
}
