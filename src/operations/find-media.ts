import { presentWithDetails, presentWithFile } from '../content/files/presented.js';
import { isAvailable } from '../content/media.js';
import { mediaFilter } from '../content/media-find.js';
import { Input, Type } from '../validation/schema.js';
import { undescribed } from './engine/contract.js';
import { read } from './engine/operation.js';
import { resources } from './engine/resource.js';
import { byId, mediaFilters, refuseFilter } from './media.js';

interface FoundMedium {
  readonly id: number;
  readonly title: string | null;
  readonly type: string;
  readonly address: string | null;
  readonly bytes: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly licence: object | null;
  readonly credit: string | null;
}

/** The search of agents for what they may place. */
export const findMedia = read({
  name: 'media.find',
  summary: 'Find available media by their texts and details',
  query: Input({ text: Type.Optional(Type.String({ maxLength: 200 })), ...mediaFilters }),
  answers: undescribed<readonly FoundMedium[]>(),
  async run(view, { query: { tag: tags, ...filter } }) {
    const { catalog } = view;
    refuseFilter(view, filter);
    const addresses = await view.addresses();
    const isFound = mediaFilter(catalog, { ...filter, tags });
    const found = byId(catalog.media.values()).filter((medium) => isAvailable(medium) && isFound(medium));
    const value = found.map((medium) => {
      const { id, title, type, width, height, description, tags, licence, credit } = presentWithDetails(
        catalog,
        medium,
        false,
      );
      const { file } = presentWithFile(medium, catalog.files.get(id), addresses.of);
      const size = { address: file?.address ?? null, bytes: file?.bytes ?? null, width, height };
      return { id, title, type, ...size, description, tags, licence, credit };
    });
    return { value, resource: resources.withFiles([], addresses) };
  },
});
