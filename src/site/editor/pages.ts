import { isObject } from '../../lib/json.js';
import { readerTexts } from '../labels.js';
import type { Arrangement, ListedPage, PagePlace, Propose } from './api.js';
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
export const placeWords = (before: string | undefined, chapter: string | undefined): string =>
  inChapter(before === undefined ? 'First' : `After “${before}”`, chapter);

export const inChapter = (place: string, chapter: string | undefined): string =>
  chapter === undefined ? place : `${place}, in ${chapter}`;

export const pageHref = ({ api }: Editor, slug: string, hash = ''): string =>
  `${api.place.base}/${encodeURIComponent(slug)}${hash}`;

/**
 * Moves a page, or changes its slug or readers, in one commit; the message has Undo.
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
      editor.arranged(page, version);
    }
  } catch (error) {
    return problemsOf(error);
  }
  await redrawFrame(editor);
  const shown = id === editor.settings.id ? `${says} ${(await readersOf(editor)).says}`.trim() : says;
  const undo = async (): Promise<void> => {
    const [problem] = Object.values(await arrange(editor, id, [back, to], 'The change was taken back.'));
    if (problem !== undefined) editor.showMessage(`Not undone. ${problem}`);
  };
  editor.showMessage(shown, { name: 'Undo', act: () => void undo() });
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
  if (now === shown) return { says: readerTexts[now] + (limit === null ? '.' : limitTexts[limit]) };
  const says = `${readerTexts[now]}.`;
  if (!editor.review.mayPublish) return { says };
  const show = async (): Promise<void> => {
    const { id, visibility } = editor.settings;
    const [problem] = Object.values(await arrange(editor, id, [{ visibility: shown }, { visibility }], 'Shown.'));
    if (problem !== undefined) editor.showMessage(`Not shown. ${problem}`);
  };
  const name = shown === 'public' ? 'Show to everyone' : 'Show to people of the brand';
  return { says, action: { name, act: () => void show() } };
}

const limitTexts = { portal: ', as the portal is not for more.', chapter: ', as its chapter is for editors.' } as const;

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

/**
 * Offers to send a write for review.
 *
 * @returns whether it was sent, once the person closes the offer
 */
export function offerReview(editor: Editor, propose: Propose): Promise<boolean> {
  const { activeElement } = document;
  return new Promise((answer) => {
    const close = (isSent: boolean): void => {
      editor.offer = null;
      editor.notify();
      if (activeElement instanceof HTMLElement) activeElement.focus();
      answer(isSent);
    };
    editor.offer = { propose, close };
    editor.notify();
  });
}
