import { isObject } from '../../lib/json.js';
import { fill, words } from '../../words/words.js';
import type { Arrangement, ListedPage, PagePlace } from './api.js';
import type { Editor, MessageAction } from './editor.js';
import { announce } from './focus.js';
import { redrawFrame } from './frame.js';
import { Refusal, SentForReview } from './refusal.js';

/** Reasons of a refusal by field. Reasons that belong to no field are at `''`. */
export type Problems = Readonly<Record<string, string>>;

/**
 * Place in a chapter.
 *
 * @param others pages of the chapter without the one that gets the place
 */
export function placeAt(others: readonly Pick<ListedPage, 'id'>[], at: number, parent_id: number | null): PagePlace {
  const before = others[at - 1];
  if (before !== undefined) return { after: before.id };
  const [first] = others;
  return first === undefined ? { parent_id } : { before: first.id };
}

/**
 * `After “Versions”, in Logo`.
 *
 * @param before title of the page before it
 */
export function placeText(before: string | undefined, chapter: string | undefined): string {
  const { first, after } = words().editorPage;
  return inChapter(before === undefined ? first : fill(after, { title: before }), chapter);
}

export const inChapter = (place: string, chapter: string | undefined): string =>
  chapter === undefined ? place : fill(words().editorPage.inChapter, { place, chapter });

export const pageHref = ({ api }: Editor, slug: string, hash = ''): string =>
  `${api.place.base}/${encodeURIComponent(slug)}${hash}`;

/** Address of the page's chapter, or of the home page. */
export const chapterHref = ({ api }: Editor): string =>
  [...document.querySelectorAll<HTMLAnchorElement>('main > .crumb > a:not(.tag)')].at(-1)?.href ?? `${api.place.base}/`;

/**
 * Moves a page, or changes its slug, readers, language, summary or cover, in one commit; the message has Undo.
 *
 * @param back changes that take it back
 */
export async function arrange(
  editor: Editor,
  id: number,
  [to, back]: readonly [to: Arrangement, back: Arrangement],
  says: string,
): Promise<Problems> {
  try {
    const { page, version } = await editor.api.arrange(id, to);
    if (id === editor.settings.id) {
      if (page.slug !== editor.settings.slug && editor.api.place.onlyIn === null) {
        history.replaceState(null, '', pageHref(editor, page.slug, location.hash));
      }
      editor.arranged(page, version, to);
    }
  } catch (error) {
    return problemsOf(error);
  }
  await redrawFrame(editor);
  const shown = id === editor.settings.id ? `${says} ${(await readersOf(editor)).says}`.trim() : says;
  const { common, editor: texts } = words();
  const undo = async (): Promise<void> => {
    const [problem] = Object.values(await arrange(editor, id, [back, to], texts.takenBack));
    if (problem !== undefined) editor.showMessage(fill(texts.notUndone, { reason: problem }));
  };
  editor.showMessage(shown, { name: common.undo, act: () => void undo() });
  announce(shown);
  return {};
}

/**
 * Readers of the page, as a sentence, and the action that shows it to more people, where this person may do that at once.
 *
 * @returns an empty sentence if the server does not say it
 */
export async function readersOf(editor: Editor): Promise<{ readonly says: string; readonly action?: MessageAction }> {
  if (editor.api.place.onlyIn !== null) return { says: '' };
  const readers = await editor.api.readers().catch(() => null);
  if (readers === null) return { says: '' };
  const { now, shown, limit } = readers;
  const { common, editorPage: texts } = words();
  const limited = { portal: texts.readableInPortal, chapter: texts.readableInChapter };
  const says = fill(now === shown && limit !== null ? limited[limit] : texts.readable, {
    readable: common.readable[now],
  });
  if (now === shown) return { says };
  if (!editor.review.mayPublish) return { says };
  const show = async (): Promise<void> => {
    const { id, visibility } = editor.settings;
    const [problem] = Object.values(await arrange(editor, id, [{ visibility: shown }, { visibility }], texts.shown));
    if (problem !== undefined) editor.showMessage(fill(texts.notShown, { reason: problem }));
  };
  const name = texts.show[shown === 'public' ? 'public' : 'internal'];
  return { says, action: { name, act: () => void show() } };
}

/**
 * Problems of a write; none if it was sent for review.
 *
 * @throws any error but a refusal of the server
 */
export function problemsOf(error: unknown): Problems {
  if (error instanceof SentForReview) return {};
  if (!(error instanceof Refusal)) throw error;
  const { errors } = error.problem;
  if (!isObject(errors)) return { '': error.title };
  return Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [field, String(Array.isArray(texts) ? texts[0] : texts)]),
  );
}
