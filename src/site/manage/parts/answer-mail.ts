import { hash } from 'node:crypto';
import { languageOf } from '../../../content/language-tags.js';
import type { NoteFile } from '../../../notes/note.js';
import type { WorkContext } from '../../context.js';
import { brandPlace } from '../../letters/places.js';

/**
 * Sends the last comment of a note to the address that its reader left, which is kept for 30 days from now.
 *
 * @throws `busy` when the outbox is full; the comment that is sent again then sends it
 */
export async function mailAnswer(
  { service, slug, origin, catalog, zone, principal }: WorkContext,
  { number, page, block, text: quote, comments }: NoteFile,
): Promise<void> {
  const notes = service.notes.of(slug);
  const [to, answer] = [await notes.addressOf(number), comments.at(-1)];
  if (to === null || answer === undefined) return;
  const { text, at } = answer;
  const href = brandPlace(origin, slug, `/-/page/${page}`) + (block === null ? '' : `#${block}`);
  const values = { name: principal.person.name, text, quote };
  const mail = { kind: 'answer', to, brand: slug, language: languageOf(catalog), zone, href, values } as const;
  const name = JSON.stringify([slug, number, at, hash('sha256', text)]);
  await service.mails.put(mail, undefined, { at, name });
  await notes.answered(number);
}
