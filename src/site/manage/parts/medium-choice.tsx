import type { ComponentChild } from 'preact';
import { type DescribedMedium, isAvailable } from '../../../content/media.js';
import { words } from '../../../words/words.js';
import { mediumName } from '../../compare/parts/reference-names.js';
import type { WorkContext } from '../../context.js';
import type { RecordField } from './record-form.js';
import { storedMedium } from './thumbnail.js';

/** Upper bound on media that a form lists; it asks for the number of one of more. */
const maxChoices = 200;
/** Size of the preview in pixels, at most. The width is that of the smallest picture that the server makes. */
const maxWidth = 320;
const maxHeight = 96;

/**
 * Field of a form as the choice of a picture that may be used, with a preview of the stored one.
 *
 * @param chosen number of the stored one
 * @param isDeep whether its place has a dark ground
 */
export function pictureChoice(
  context: WorkContext,
  field: RecordField,
  chosen: number | null,
  isDeep = false,
): RecordField {
  const { catalog } = context;
  const media = [...catalog.media.values()].filter(
    (medium) => isAvailable(medium) && medium.type === 'image' && catalog.files.has(medium.id),
  );
  const isList = media.length <= maxChoices;
  const hint = isList ? field.hint : words().portalForm.mediumNumber;
  const preview = previewOf(context, chosen, isDeep);
  return {
    ...field,
    ...((hint ?? preview) && { hint: [hint, preview] }),
    ...(isList && { options: [['', '–'], ...media.sort((a, b) => a.id - b.id).map(optionOf)] }),
  };
}

function optionOf(medium: DescribedMedium): readonly [value: string, label: string] {
  const { id, title, width, height } = medium;
  const size = width !== null && height !== null && `${width} × ${height}`;
  return [String(id), [mediumName(medium), size, title !== null && id].filter(Boolean).join(' · ')];
}

function previewOf({ catalog, href }: WorkContext, chosen: number | null, isDeep: boolean): ComponentChild {
  const medium = catalog.media.get(chosen ?? 0);
  const { width, height } = medium ?? {};
  if (medium === undefined || !width || !height) return undefined;
  const shown = storedMedium(href, medium, catalog.files.get(medium.id));
  const scale = Math.min(1, maxWidth / width, maxHeight / height);
  return (
    <span class={isDeep || shown.isDeep ? 'ground deep' : 'ground'}>
      <img src={shown.shown(null)} width={Math.round(width * scale)} height={Math.round(height * scale)} alt="" />
    </span>
  );
}
