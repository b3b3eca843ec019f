import type { Notes } from '../notes/notes.js';
import type { Call } from '../operations/engine/call.js';
import { authorOf } from '../operations/engine/proposal-access.js';
import type { OpenBrands } from './open-brands.js';

interface Stores {
  readonly notes: Notes;
  readonly brands: Pick<OpenBrands, 'proposals'>;
}

/** Resolves the notes of which a proposal was made, if all of it is published now. */
export async function resolveNotes(
  { notes, brands }: Stores,
  { slug, actor }: Pick<Call, 'slug' | 'actor'>,
  number: number,
): Promise<void> {
  const ofBrand = notes.of(slug);
  if (!(await ofBrand.index()).notes.some(({ proposal }) => proposal === number)) return;
  const { catalog } = (await (await brands.proposals(slug))?.read()) ?? {};
  if (catalog?.byNumber.get(number)?.record?.state === 'merged') await ofBrand.published(number, authorOf(actor));
}
