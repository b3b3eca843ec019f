import type { ComponentChild } from 'preact';
import { words } from '../../words/words.js';
import type { BrandContext } from '../context.js';
import { Note } from '../parts/note.js';
import { mayEdit } from './bar.js';

/** Note after a form of the workspace that led here: the commit that it made is `done` of the address. */
export async function doneNote(context: BrandContext): Promise<ComponentChild> {
  const { done, same } = context.query;
  if (!mayEdit(context)) return null;
  const texts = words().forms;
  const note = (content: ComponentChild) => (
    <Note kind="ok" isStatus>
      <p>{content}</p>
    </Note>
  );
  if (same !== undefined) return note(texts.nothingDifferent);
  const commit = await context.commitIn(done);
  if (commit === null) return null;
  const change = context.href(`/changes/${commit}`);
  return note(
    <>
      {texts.saved} <a href={change}>{texts.seeChange}</a> · <a href={`${change}/undo`}>{words().common.undo}</a>
    </>,
  );
}
