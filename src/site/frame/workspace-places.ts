import type { Module } from '../content/brand.js';
import { type BrandRecord, isAtLeast, type Role } from '../registry/records.js';
import type { IconName } from './parts/icon.js';

/**
 * Page of the workspace.
 *
 * @param path below that of the brand
 */
type Place = readonly [path: string, name: string, icon: IconName, needs?: Needs];

/** Role and module that a place needs. Default: an editor, no module. */
interface Needs {
  readonly role?: Role;
  readonly module?: Module;
}

export interface PlaceGroup {
  /** Empty: the group has no heading. */
  readonly name: string;
  readonly entries: readonly Place[];
}

const admin: Needs = { role: 'admin' };

const ofBrand: readonly PlaceGroup[] = [
  {
    name: '',
    entries: [
      ['', 'Overview', 'house'],
      ['/changes', 'Changes', 'history'],
      ['/proposals', 'Proposals', 'git-pull-request-arrow'],
    ],
  },
  {
    name: 'Content',
    entries: [
      ['/media', 'Media', 'image'],
      ['/colors', 'Colours', 'palette'],
      ['/theme', 'Theme', 'type'],
      ['/language', 'Language', 'languages', { module: 'corporate_language' }],
      ['/context', 'Facts', 'badge-check', { module: 'brand_agent' }],
      ['/trash', 'Trash', 'trash'],
    ],
  },
  {
    name: 'Access',
    entries: [
      ['/people', 'People', 'users', admin],
      ['/access', 'Readers', 'eye', admin],
      ['/keys', 'Keys', 'key-round', admin],
      ['/webhooks', 'Webhooks', 'webhook', admin],
    ],
  },
  {
    name: 'Brand',
    entries: [
      ['/portal', 'Portal', 'layout-template'],
      ['/stats', 'Statistics', 'chart', admin],
      ['/settings', 'Settings', 'settings', admin],
    ],
  },
];

/**
 * Pages of a brand's workspace that the rail and the search offer; a role or a module that is missing leaves them out.
 */
export function workspacePlaces({ modules }: Pick<BrandRecord, 'modules'>, held: Role): readonly PlaceGroup[] {
  const isShown = ([, , , { role = 'editor', module } = {}]: Place): boolean =>
    isAtLeast(held, role) && (module === undefined || modules.includes(module));
  const shown = ofBrand.map(({ name, entries }) => ({ name, entries: entries.filter(isShown) }));
  return shown.filter(({ entries }) => entries.length > 0);
}
