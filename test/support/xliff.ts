import { createSanitizer } from '../../src/content/html/sanitizer.js';
import type { PageFile } from '../../src/content/page.js';
import { translateTexts } from '../../src/content/translations/apply.js';
import { changeTexts, type TextChange } from '../../src/content/translations/change.js';
import { emptyOverlay, type PageOverlay } from '../../src/content/translations/overlay.js';
import { textsOfPage } from '../../src/content/translations/texts.js';
import { judgeUnits, type Verdict } from '../../src/content/translations/xliff/judge.js';
import { placedTexts } from '../../src/content/translations/xliff/placed.js';
import { readXliff } from '../../src/content/translations/xliff/read.js';
import { placeOf } from '../../src/content/translations/xliff/unit.js';
import { writeXliff } from '../../src/content/translations/xliff/write.js';

export const sanitizer = createSanitizer();

export const page = (blocks: object[], title = 'Logo'): PageFile =>
  ({ id: 11, title, slug: 'logo', summary: null, cover: null, language: null, blocks }) as unknown as PageFile;
export const rich = (...texts: string[]): PageFile =>
  page(texts.map((html, at) => ({ id: `b${at}`, type: 'rich_text', data: { html } })));

export const textsIn = (source: PageFile, overlay: PageOverlay) =>
  translateTexts(textsOfPage(source), 'en', [{ language: 'de', overlay }]);

/** An overlay with texts by block and path. */
export function translated(
  source: PageFile,
  words: Record<string, string>,
  by: TextChange['by'] = 'person',
): PageOverlay {
  const changes = Object.entries(words).map(([place, text]): TextChange => {
    const [block = '', path = ''] = place.split(' ');
    const found = textsOfPage(source)
      .get(block)
      ?.find((one) => one.path === path);
    if (found === undefined) throw new Error(place);
    return { block, path, of: found.of, in: found.in, isHtml: found.kind === 'html', text, by };
  });
  return changeTexts(emptyOverlay, textsOfPage(source), changes).overlay;
}

export function written(source: PageFile, overlay = emptyOverlay): string {
  const texts = placedTexts(source, textsIn(source, overlay));
  const sources = [{ name: 'page-11', language: 'en', address: '/logo', texts }];
  return writeXliff({ brand: 'acme', commit: '4f1c2', tag: 'de', sources });
}

interface Options {
  readonly by?: TextChange['by'];
  readonly replace?: boolean;
}

/** Outcomes of the units of a file, by their ids without that of the page. */
export async function judged(
  file: string | Uint8Array,
  source: PageFile,
  overlay = emptyOverlay,
  options: Options = {},
) {
  const read = readXliff(typeof file === 'string' ? Buffer.from(file) : file, 'de');
  if ('problem' in read) throw new Error(read.problem);
  const rules = { of: 'page', tag: 'de', by: 'person', replace: false, sanitizer, ...options } as const;
  const verdicts: Verdict[] = [];
  for (const [block, texts] of textsIn(source, overlay)) {
    const units = read.units.flatMap((unit) => {
      const place = placeOf(unit.id);
      return place?.block === block ? [{ ...unit, path: place.path }] : [];
    });
    verdicts.push(...(await judgeUnits(block, units, texts, rules)));
  }
  return new Map(verdicts.map((verdict) => [verdict.unit.replace('page-11.', ''), verdict]));
}

export const kinds = (verdicts: ReadonlyMap<string, Verdict>): Record<string, string> =>
  Object.fromEntries(
    [...verdicts].map(([id, verdict]) => [id, verdict.is === 'refused' ? verdict.reason : verdict.is]),
  );

export const taken = (verdict: Verdict | undefined): TextChange => {
  if (verdict?.is !== 'taken') throw new Error(JSON.stringify(verdict));
  return verdict.change;
};

/** A file with other targets, by their ids. */
export const withTargets = (file: string, targets: Record<string, (target: string) => string>): string =>
  file.replaceAll(/<trans-unit id="page-11\.([^"]*)"[\s\S]*?<\/trans-unit>/g, (unit, id: string) =>
    unit.replace(/(<target[^>]*>)([\s\S]*)(<\/target>)/, (_, start, target, end) =>
      [start, (targets[id] ?? ((same: string) => same))(target), end].join(''),
    ),
  );
