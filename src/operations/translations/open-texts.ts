import { paths } from '../../content/catalog/paths.js';
import type { MarkedText } from '../../content/diff/marked.js';
import { withoutTags } from '../../content/html/write.js';
import { languageOf } from '../../content/language-tags.js';
import type { TextState, TranslatedTexts } from '../../content/translations/apply.js';
import { ownShown, withTexts } from '../../content/translations/apply.js';
import { tagsFor } from '../../content/translations/languages.js';
import { textsOfPage } from '../../content/translations/texts.js';
import { found, PortalError } from '../../lib/errors.js';
import { undescribed } from '../engine/contract.js';
import { langIn } from '../engine/lang.js';
import { read } from '../engine/operation.js';
import { readFit } from '../engine/read-page.js';
import { readTranslated } from '../engine/translation.js';
import type { ReadView } from '../engine/view.js';
import { type NamedAuthor, namedAuthorOf } from '../history.js';
import { type OpenedPage, opened } from '../open-page.js';
import { draftOfTexts, type PageReview, proposedTexts, reviewOfTexts } from '../proposals/of-page.js';
import { params, resourceOf } from './page-texts.js';

/** A text of a page in a language, next to its source. */
export interface OpenedText {
  readonly path: string;
  readonly state: TextState;
  /** Text of the source. */
  readonly source: string;
  /** Text that readers get, and its language: a missing text is that of a fallback, or the source. */
  readonly shown: string;
  readonly language: string;
  readonly isHtml: boolean;
}

/** A page in a language as an editor opens it: a missing text is empty. */
export interface OpenedTexts extends OpenedPage {
  readonly review: PageReview;
  /** Draft of the person with texts of this language, of any pages; `null` without one. */
  readonly draft: number | null;
  /** Pages whose texts in this language wait in an open proposal. */
  readonly proposed: readonly number[];
  /** Language that is written, that of the source, and all that the page may be translated into. */
  readonly into: { readonly language: string; readonly source: string; readonly all: readonly string[] };
  /** Texts with a letter by block; `''` is the page itself. */
  readonly sources: Readonly<Record<string, readonly OpenedText[]>>;
}

async function pageIn(view: ReadView, { page: id, lang }: { readonly page: number; readonly lang: string }) {
  const { snapshot, sanitizer } = view;
  const record = found(snapshot.catalog.pages.get(id), 'Page');
  const source = languageOf(snapshot.catalog, record);
  const tag = langIn(snapshot.catalog, lang, record) ?? source;
  if (tag === source) throw new PortalError('invalid', 'This is the language of the source: write without `lang`.');
  return { page: await readTranslated(snapshot, record, tag, sanitizer), source };
}

export const openTexts = read({
  name: 'translations.open',
  summary: 'Show a page in a language as an editor opens it',
  params,
  isProposable: true,
  answers: undescribed<OpenedTexts>(),
  async run(view, { params }) {
    const { page, source } = await pageIn(view, params);
    const { language, texts, source: file } = page;
    const written = new Map(
      [...texts].map(([block, list]) => {
        const filled = list.map((text) => (text.state === 'missing' ? { ...text, shown: '' } : text));
        return [block, filled];
      }),
    );
    const blocks = withTexts(file.blocks, written);
    const shown = { ...page.page, ...ownShown(file, written), language, blocks };
    const review = await view.review();
    const value: OpenedTexts = {
      // Colours, media and names are those of the readers of this language.
      ...(await opened(view.in(language), shown, [...blocks, ...page.page.blocks, ...file.blocks])),
      review: reviewOfTexts(review, file.id, language),
      draft: draftOfTexts(review, language),
      proposed: proposedTexts(review, language),
      into: { language, source, all: tagsFor(view.snapshot.catalog.brand, source).filter((tag) => tag !== source) },
      sources: sourcesOf(texts),
    };
    return { value, resource: resourceOf(page, review.actor) };
  },
});

const sourcesOf = (texts: TranslatedTexts): OpenedTexts['sources'] =>
  Object.fromEntries(
    [...texts].flatMap(([block, list]) => {
      const worded = list.filter(({ isWorded }) => isWorded);
      if (worded.length === 0) return [];
      const opened = worded.map(({ path, state, text, shown, language, kind }): OpenedText => {
        return { path, state, source: text, shown, language, isHtml: kind === 'html' };
      });
      return [[block, opened]];
    }),
  );

/** Changes in the source of an outdated text since it was translated. */
export interface ChangedSource {
  readonly block: string;
  readonly path: string;
  /** Words of both versions, without markup; `null` if they are too different to mark. */
  readonly words: readonly MarkedText[] | null;
  readonly by: NamedAuthor;
  /** Time of the first change. */
  readonly at: string;
}

/** Upper bound on the versions of a page in which the source of a translation is looked for. */
const maxVersions = 100;

const lines = (text: string): string =>
  withoutTags(text.replace(/<\/(?:p|h\d|li|td|th|div|blockquote)>/g, '\n')).trim();

export const listChangedSources = read({
  name: 'translations.changed',
  summary: 'Show what has changed in the sources of the outdated texts of a page',
  params,
  answers: undescribed<readonly ChangedSource[]>(),
  async run(view, { params }) {
    const { page } = await pageIn(view, params);
    const path = paths.page(page.source.id);
    const waiting = [...page.texts].flatMap(([block, list]) =>
      list.flatMap((text) => (text.state === 'outdated' ? [{ ...text, block, of: text.stored?.of }] : [])),
    );
    const found: Omit<ChangedSource, 'words'>[] = [];
    const pairs: (readonly [before: string, after: string])[] = [];
    const history = view.filteredHistory;
    let newer: { readonly by: NamedAuthor; readonly at: string } | null = null;
    for await (const entry of history.versions.history({ paths: [path], limit: maxVersions })) {
      if (waiting.length === 0) break;
      const bytes = (await history.readFile(path, entry.commit))?.bytes;
      const fit = bytes && (await readFit({ kind: 'page', id: page.source.id }, bytes, view.sanitizer));
      if (fit?.content.kind !== 'page') continue;
      const texts = textsOfPage(fit.content.value);
      for (const text of [...waiting]) {
        const before = texts.get(text.block)?.find(({ of, whole }) => of === text.of || whole === text.of);
        if (before === undefined || newer === null) continue;
        waiting.splice(waiting.indexOf(text), 1);
        pairs.push([lines(before.text), lines(text.text)]);
        found.push({ block: text.block, path: text.path, ...newer });
      }
      newer = { by: namedAuthorOf(entry), at: entry.time };
    }
    const compared = pairs.map((texts) => {
      const [before, after] = texts.map((text) => ({ text }));
      return { value: [before ?? {}, after ?? {}] as const };
    });
    const diffs = await view.work('compare', compared);
    const value = found.map((one, at): ChangedSource => ({ ...one, words: diffs[at]?.fields[0]?.text ?? null }));
    return { value, resource: null };
  },
});
