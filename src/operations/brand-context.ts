import { presentEntries } from '../content/brand-context.js';
import { PortalError } from '../errors.js';
import type { ReadOperation } from './operation.js';
import { resources } from './resource.js';

export const listEntries: ReadOperation = {
  name: 'context.list',
  right: 'read',
  module: 'brand_agent',
  run({ catalog }, { query }) {
    const { categories, entries } = catalog;
    const category = query.category === '' ? undefined : query.category;
    if (category !== undefined && !categories.some(({ key }) => key === category)) {
      throw new PortalError('invalid', 'The selected category is invalid.', {
        extra: { categories: categories.map(({ key }) => key) },
      });
    }
    const shown = presentEntries(categories, entries.values());
    const value = category === undefined ? shown : shown.filter((entry) => entry.category === category);
    return { value, resource: resources.brandContext };
  },
};
