import { isAvailable, presentMedia } from '../content/media.js';
import type { ReadOperation } from './operation.js';
import { resources } from './resource.js';

export const listMedia: ReadOperation = {
  name: 'media.list',
  right: 'read',
  run({ catalog }) {
    const available = [...catalog.media.values()].filter(isAvailable).sort((a, b) => a.id - b.id);
    return { value: available.map(presentMedia), resource: resources.media };
  },
};
