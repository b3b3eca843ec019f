import { paths } from '../../content/catalog/paths.js';
import { languageOf } from '../../content/language-tags.js';
import { type Page, presentPage } from '../../content/page.js';
import { changeTexts, isEmptyOverlay, type TextChange } from '../../content/translations/change.js';
import { emptyOverlay, type PageOverlay, type Writer } from '../../content/translations/overlay.js';
import { type SourceText, textsOfPage } from '../../content/translations/texts.js';
import { found, PortalError } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { say } from '../../lib/say.js';
import { Exact, Nullable, Type } from '../../validation/schema.js';
import { message, type Violations } from '../../validation/violations.js';
import { type Actor, translatesInto } from '../engine/access.js';
import type { Answer, CommittedFiles, VersionedAnswer } from '../engine/contract.js';
import type { BrandDraft } from '../engine/draft.js';
import { pageId, textParam } from '../engine/input.js';
import { langIn } from '../engine/lang.js';
import { resources, versionOf } from '../engine/resource.js';
import { inLanguage, languagesIn, type PageInLanguage, readTranslated } from '../engine/translation.js';
import { catalogFor, hiddenLanguagesFor } from '../engine/visitor.js';
import { pageName } from '../pages.js';

/** The language of a write, which comes with the query. */
export const lang = { ...textParam('Language', 'The language of the texts.'), parse: (text = '') => text };

export const params = { page: pageId, lang };

/** Writer of a text: API keys and agents are machines. */
export const writerOf = ({ kind, agent }: Actor): Writer =>
  (kind === 'person' || kind === 'operator') && agent === undefined ? 'person' : 'machine';

/**
 * The page that a write of texts names, in its language.
 *
 * @returns `null` for a language that cannot be written, which is reported
 * @throws `not_found`, `forbidden`
 */
export async function pageToTranslate(
  draft: BrandDraft,
  { page: id, lang: sent }: { readonly page: number; readonly lang: string },
  violations: Violations,
): Promise<PageInLanguage | null> {
  const catalog = catalogFor(draft.actor, draft.catalog);
  const record = found(catalog.pages.get(id), 'Page');
  const tag = languageToWrite(draft, sent, violations, record);
  return tag === null ? null : readTranslated({ ...draft.snapshot, catalog }, record, tag, draft.sanitizer);
}

/**
 * @param page whose texts are written
 * @throws `forbidden`
 */
export function languageToWrite(
  draft: BrandDraft,
  sent: string,
  violations: Violations,
  page?: { readonly language: string | null },
): string | null {
  const catalog = catalogFor(draft.actor, draft.catalog);
  const tag = langIn(catalog, sent, page);
  if (tag === null) violations.add('lang', message.required('lang'));
  else if (tag === languageOf(catalog, page))
    violations.add('lang', 'This is the language of the source: write without `lang`.');
  else if (!translatesInto(draft.actor, tag, draft.isProposed))
    throw new PortalError('forbidden', say`It has no right to write texts in ${tag}.`);
  else return tag;
  return null;
}

export const resourceOf = ({ source, language }: PageInLanguage, actor: Actor) => ({
  ...resources.page(source.id),
  lang: { tag: language, hidden: hiddenLanguagesFor(actor) },
});

export function answerOf(page: PageInLanguage, actor: Actor): Answer<Page> {
  return { value: presentPage(page.page), resource: resourceOf(page, actor), ...languagesIn(page) };
}

/** Answers a repeated write by the page as it was right after the first. */
export async function replayTexts({ snapshot, params, sanitizer }: CommittedFiles): Promise<VersionedAnswer<Page>> {
  const then = await snapshot();
  const record = found(then.catalog.pages.get(Number(params.page)), 'Page');
  const tag = langIn(then.catalog, params.lang, record);
  const page = await readTranslated(then, record, tag ?? languageOf(then.catalog, record), sanitizer);
  const resource = { ...resources.page(record.id), lang: { tag: page.language, hidden: null } };
  return { value: presentPage(page.page), resource, ...languagesIn(page), version: versionOf(then, resource) };
}

/** A change of a text as it is now. */
export const changeOf = (
  block: string,
  { path, of, in: lists, kind }: SourceText,
  text: string | null,
  by: Writer,
): TextChange => ({ block, path, of, in: lists, isHtml: kind === 'html', text, by });

interface Storing {
  /** Address in the language; `null`: that of the source. */
  readonly slug?: string | null | undefined;
  /** Whether a machine may replace current texts of people. */
  readonly replace?: boolean | undefined;
  readonly decision?: 'mine' | 'theirs' | undefined;
  readonly details?: readonly string[];
  readonly trailers?: readonly (readonly [string, string])[];
}

/**
 * Stores changed texts of a page in one commit; equal ones make none.
 *
 * @returns the page in the language
 * @throws `conflict` for current texts of people, which no machine replaces unless it is asked by name
 */
export function storeTexts(
  draft: BrandDraft,
  before: PageInLanguage,
  changes: readonly TextChange[],
  { slug, replace, decision, details, trailers }: Storing = {},
): PageInLanguage {
  const { source, language, chain } = before;
  const stored = chain[0]?.overlay ?? emptyOverlay;
  const { overlay: changed, refused } = changeTexts(stored, textsOfPage(source), changes, {
    replaces: replace === true,
    decision,
  });
  requireNoneRefused(refused);
  const { title, summary, blocks } = changed;
  const address = slug === undefined ? (stored.slug ?? null) : slug;
  if (changes.length === 0 && address === (stored.slug ?? null)) return before;
  const next: PageOverlay = {
    ...(title && { title }),
    ...(summary && { summary }),
    ...(address !== null && { slug: address }),
    blocks,
  };
  const path = paths.translation(language, { of: 'page', id: source.id });
  if (isEmptyOverlay(next)) draft.remove(path);
  else draft.put(path, next);
  const count = changes.length === 0 ? 'the address' : plural(changes.length, 'text');
  draft.commitAs(`Translate ${count} of ${pageName(source)} into ${language}`, details, trailers);
  return inLanguage(draft.catalog, source, language, [{ language, overlay: next }, ...chain.slice(1)]);
}

export const ProtectedTexts = Exact(
  {
    message: Type.String(),
    texts: Type.Array(
      Exact({ block: Nullable(Type.String({ description: 'null: the page itself.' })), field: Type.String() }),
    ),
  },
  { title: 'ProtectedTexts', description: 'Current texts of people, which a key replaces only with `replace`.' },
);

/** @throws `conflict` */
export function requireNoneRefused(refused: readonly { readonly block: string; readonly path: string }[]): void {
  if (refused.length === 0) return;
  const texts = refused.map(({ block, path }) => ({ block: block === '' ? null : block, field: path }));
  const names = texts.slice(0, 5).map(({ block, field }) => (block === null ? field : `${block} ${field}`));
  const problem = say`People have written these texts, and their sources are the same: ${names.join(', ')}.`;
  throw new PortalError('conflict', say`${problem} Send "replace": true to replace them.`, { extra: { texts } });
}
