import { isAvailable, type MediaFile } from '../../../content/media.js';
import { words } from '../../../words/words.js';
import { namesIn } from '../../compare/parts/reference-names.js';
import type { BrandContext } from '../../context.js';
import type { RecordField } from './record-form.js';

/** Upper bound on media that a form lists; it asks for the number of one of more. */
const maxChoices = 200;

/** Choice of a medium that may be used, in a form. */
export function mediumChoice(
  context: BrandContext,
  isChoice: (medium: MediaFile, name: string) => boolean,
): Pick<RecordField, 'options' | 'hint'> {
  const { catalog } = context;
  const ids = [...catalog.media.values()]
    .filter((medium) => isAvailable(medium) && isChoice(medium, catalog.files.get(medium.id)?.name ?? ''))
    .map(({ id }) => id);
  if (ids.length > maxChoices) return { hint: words().portalForm.mediumNumber };
  const names = namesIn(context);
  const options = ids.sort((a, b) => a - b).map((id) => [String(id), names.medium(id)] as const);
  return { options: [['', '–'], ...options] };
}

/** `mediumChoice` of a picture. */
export const pictureChoice = (context: BrandContext) =>
  mediumChoice(context, ({ type }, name) => type === 'image' && name !== '');
