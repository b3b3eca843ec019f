import { type Referring, references } from '../content/blocks/references.js';
import { type MediaItemWithFile, presentWithFile } from '../content/files/presented.js';
import { isAvailable } from '../content/media.js';
import type { Addresses } from '../registry/file-address.js';
import type { BrandView } from './engine/view.js';

export function shownMedia({ catalog }: BrandView, ids: Iterable<number>, { of }: Addresses): MediaItemWithFile[] {
  return [...ids]
    .sort((a, b) => a - b)
    .flatMap((id) => {
      const medium = catalog.media.get(id);
      return medium === undefined || !isAvailable(medium) ? [] : [presentWithFile(medium, catalog.files.get(id), of)];
    });
}

export function mediaOn(view: BrandView, page: Referring, addresses: Addresses): MediaItemWithFile[] {
  return shownMedia(view, references(page).media, addresses);
}
