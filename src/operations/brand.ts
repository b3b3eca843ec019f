import type { BrandColor } from '../content/brand.js';
import { presentBrand, summarizeColor } from '../content/brand.js';
import type { Catalog } from '../content/catalog.js';
import { message } from '../content/messages.js';
import { invalid } from '../content/violations.js';
import { notFound, PortalError } from '../errors.js';
import { parseId } from './brand-view.js';
import type { ReadOperation } from './operation.js';
import { resources } from './resource.js';

function palette(catalog: Catalog): BrandColor[] {
  return [...catalog.colors.values()].sort((a, b) => a.id - b.id);
}

export const showBrand: ReadOperation = {
  name: 'brand.show',
  right: 'read',
  run({ slug, catalog }) {
    if (catalog.brand === null) {
      throw new PortalError('unavailable', 'The master data of this brand are missing or damaged.');
    }
    return { value: presentBrand(slug, catalog.brand, palette(catalog)), resource: resources.brand(slug) };
  },
};

export const listColors: ReadOperation = {
  name: 'colors.list',
  right: 'read',
  run({ catalog }, { query }) {
    const expand = query.expand === '' ? undefined : query.expand;
    if (expand !== undefined && expand !== 'full') throw invalid('expand', message.selected('expand'));
    const colors = palette(catalog);
    return { value: expand === 'full' ? colors : colors.map(summarizeColor), resource: resources.colors };
  },
};

export const showColor: ReadOperation = {
  name: 'colors.show',
  right: 'read',
  run({ catalog }, { params }) {
    const color = catalog.colors.get(parseId(params.color as string) ?? 0);
    if (color === undefined) throw notFound('Color');
    return { value: color, resource: resources.colors };
  },
};
