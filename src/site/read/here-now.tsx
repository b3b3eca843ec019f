import { listWriters } from '../../operations/here-now.js';
import { counted, listText, words } from '../../words/words.js';
import type { BrandContext } from '../context.js';
import { Avatar } from '../parts/avatar.js';

/** People whose pictures are shown; the text names all. */
const maxPictures = 3;

/** Names of the others who are editing the page, for people of the brand. A script hides the line when it may be over. */
export async function hereNow({ person, perform }: BrandContext, page: number) {
  if (person === null) return null;
  // The page is shown even if the proposals cannot be read.
  const names = (await perform(listWriters, { params: { page: String(page) } }).catch(() => null))?.value ?? [];
  if (names.length === 0) return null;
  return (
    <p class="writers" data-writers>
      {names.slice(0, maxPictures).map((name) => (
        <Avatar key={name} name={name} isSmall />
      ))}
      <bdi>{counted(words().common.editing, names.length, { names: listText(names) })}</bdi>
    </p>
  );
}
