import type { StoredMedium } from '../../content/media.js';
import { fill, words } from '../../words/words.js';
import { takenText } from '../parts/taken-text.js';
import type { Editor } from './editor.js';
import { announce } from './focus.js';
import { Refusal, reviewRequired } from './refusal.js';
import type { SentFile } from './send-file.js';

/** Files on their way, by block and field, with the share that has arrived. */
export const uploads = new Map<string, number>();

/**
 * Stores a file as a released medium, and sets it in a field. Where changes need a review, it is part of the draft, which is begun for it
 * if there is none.
 */
export async function uploadInto(editor: Editor, id: string, field: string, file: File): Promise<void> {
  const texts = words().editorBlocks.media;
  const key = `${id} ${field}`;
  const progress = (share: number): void => {
    uploads.set(key, share);
    editor.addMedia([]);
  };
  progress(0);
  try {
    const { medium, taken, mayHavePlace } = await stored(editor, file, progress);
    uploads.delete(key);
    editor.addMedia([medium]);
    // A save has given a new block its id since.
    const now = editor.idNow(id);
    if (editor.block(now) !== undefined) editor.setField(now, field, medium.id);
    const isStored = fill(editor.review.mayPublish ? texts.released : texts.intoDraft, { file: file.name });
    const says = `${isStored}${takenText(taken)}${mayHavePlace ? ` ${texts.mayHavePlace}` : ''}`;
    announce(says);
    const keep = { name: texts.keepTaken, act: () => void keepPlace(editor, medium, file) };
    editor.showMessage(says, taken.length > 0 ? keep : undefined);
    editor.show({ kind: 'settings', id: now, field: field.replace(/media_id$/, 'alt') });
  } catch (error) {
    uploads.delete(key);
    editor.addMedia([]);
    editor.showMessage(fill(texts.failed, { reason: error instanceof Error ? error.message : '' }).trim());
  }
}

/** Stores the file again, with what was taken out of it. */
async function keepPlace(editor: Editor, { id }: StoredMedium, file: File): Promise<void> {
  const texts = words().editorBlocks.media;
  try {
    const medium = await editor.api.keepPlace(id, file);
    editor.addMedia([medium]);
    editor.showMessage(fill(texts.kept, { file: file.name }));
  } catch (error) {
    editor.showMessage(fill(texts.failed, { reason: error instanceof Error ? error.message : '' }).trim());
  }
}

async function stored(editor: Editor, file: File, progress: (share: number) => void): Promise<SentFile> {
  try {
    return await editor.api.upload(file, !editor.review.mayPublish, progress);
  } catch (error) {
    if (!(error instanceof Refusal) || error.problem.code !== reviewRequired) throw error;
    // Since the page was opened, the brand wants reviews.
    editor.review = { ...editor.review, mayPublish: false };
    return editor.api.upload(file, true, progress);
  }
}

/** Uploads pictures, each into a new block below the given block. */
export function addPictures(editor: Editor, below: string, files: readonly File[]): boolean {
  const spot = editor.spot(below);
  if (spot === undefined) return false;
  for (const [at, file] of files.entries()) {
    const id = editor.add('image', {}, { ...spot, at: spot.at + 1 + at });
    void uploadInto(editor, id, 'media_id', file);
  }
  return true;
}
