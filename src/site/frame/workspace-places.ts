import type { Module } from '../../content/brand.js';
import { type BrandRecord, isAtLeast, type Role } from '../../registry/records.js';
import { type Words, words } from '../../words/words.js';
import type { IconName } from '../parts/icon.js';

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

const ofBrand = (texts: Words['places']): readonly PlaceGroup[] => [
  {
    name: '',
    entries: [
      ['', texts.overview, 'house'],
      ['/changes', texts.changes, 'history'],
      ['/proposals', texts.proposals, 'git-pull-request-arrow'],
      ['/notes', words().notes.title, 'message-square'],
    ],
  },
  {
    name: texts.content,
    entries: [
      ['/media', texts.media, 'image'],
      ['/colors', texts.colors, 'palette'],
      ['/theme', texts.theme, 'type'],
      ['/language', texts.language, 'languages', { module: 'corporate_language' }],
      ['/translations', texts.translations, 'globe', { role: 'viewer' }],
      ['/context', texts.facts, 'badge-check', { module: 'brand_agent' }],
      ['/trash', texts.trash, 'trash'],
    ],
  },
  {
    name: texts.access,
    entries: [
      ['/people', texts.people, 'users', admin],
      ['/access', texts.readers, 'eye', admin],
      ['/keys', texts.keys, 'key-round', admin],
      ['/webhooks', texts.webhooks, 'webhook', admin],
    ],
  },
  {
    name: texts.brand,
    entries: [
      ['/portal', texts.portal, 'layout-template'],
      ['/stats', texts.numbers, 'chart'],
      ['/settings', texts.settings, 'settings', admin],
    ],
  },
];

/**
 * Pages of a brand's workspace that the rail and the search offer; a role or a module that is missing leaves them out.
 */
export function workspacePlaces({ modules }: Pick<BrandRecord, 'modules'>, held: Role): readonly PlaceGroup[] {
  const isShown = ([, , , { role = 'editor', module } = {}]: Place): boolean =>
    isAtLeast(held, role) && (module === undefined || modules.includes(module));
  const shown = ofBrand(words().places).map(({ name, entries }) => ({ name, entries: entries.filter(isShown) }));
  return shown.filter(({ entries }) => entries.length > 0);
}
