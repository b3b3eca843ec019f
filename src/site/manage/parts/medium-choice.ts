import { isAvailable } from '../../../content/media.js';
import { words } from '../../../words/words.js';
import { namesIn } from '../../compare/parts/reference-names.js';
import type { BrandContext } from '../../context.js';
import type { RecordField } from './record-form.js';

/** Upper bound on media that a form lists; it asks for the number of one of more. */
const maxChoices = 200;

/** Choice of a picture that may be used, in a form. */
export function pictureChoice(context: BrandContext): Pick<RecordField, 'options' | 'hint'> {
  const { catalog } = context;
  const ids = [...catalog.media.values()]
    .filter((medium) => isAvailable(medium) && medium.type === 'image' && catalog.files.has(medium.id))
    .map(({ id }) => id);
  if (ids.length > maxChoices) return { hint: words().portalForm.mediumNumber };
  const names = namesIn(context);
  const options = ids.sort((a, b) => a - b).map((id) => [String(id), names.medium(id)] as const);
  return { options: [['', '–'], ...options] };
}
