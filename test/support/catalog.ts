import { isMap } from 'immutable';
import type { Catalog } from '../../src/content/catalog/catalog.js';
import { IdMap } from '../../src/content/catalog/id-map.js';

/** A catalog as plain values: two that compare equal hold the same. The order of its maps means nothing. */
export function plainCatalog(catalog: Catalog): Record<string, unknown> {
  const plain = Object.entries(catalog).map(([name, value]) => {
    if (name === 'navigation') return [name, catalog.navigation.keysArray()];
    if (!isMap(value) && !(value instanceof IdMap)) return [name, value];
    return [name, [...value.entries()].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))];
  });
  return JSON.parse(JSON.stringify(Object.fromEntries(plain)));
}
