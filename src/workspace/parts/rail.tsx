import { Icon, type IconName } from '../../portal/parts/icon.js';
import { type BrandRecord, isAtLeast, type PersonRecord, type Role } from '../../registry/records.js';
import { brandWorkspace, workspacePrefix } from '../../service/workspace-addresses.js';
import { brandRoutes } from '../routes.js';

type Entry = readonly [path: string, name: string, icon: IconName];

interface Group {
  /** Empty: the group has no heading. */
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** Pages of a brand; a role or a module that is missing leaves its entries out. */
const ofBrand: readonly Group[] = [
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
      ['/language', 'Language', 'languages'],
      ['/context', 'Facts', 'badge-check'],
      ['/trash', 'Trash', 'trash'],
    ],
  },
  {
    name: 'Access',
    entries: [
      ['/people', 'People', 'users'],
      ['/access', 'Readers', 'eye'],
      ['/keys', 'Keys', 'key-round'],
      ['/webhooks', 'Webhooks', 'webhook'],
    ],
  },
  {
    name: 'Brand',
    entries: [
      ['/portal', 'Portal', 'layout-template'],
      ['/stats', 'Statistics', 'chart'],
      ['/settings', 'Settings', 'settings'],
    ],
  },
];

/** Pages of no brand. */
const ofPerson = (isOperator: boolean): readonly Group[] => [
  {
    name: '',
    entries: isOperator
      ? [
          ['/operator', 'All brands', 'layers'],
          ['/people', 'All people', 'users'],
          ['/operator/health', 'Health', 'activity'],
        ]
      : [['', 'Your brands', 'layers']],
  },
  {
    name: 'You',
    entries: [
      ['/me', 'Account', 'user'],
      ['/me/passkeys', 'Passkeys', 'fingerprint'],
    ],
  },
];

interface RailProps {
  readonly person: PersonRecord;
  /** `null`: the page is of no brand. */
  readonly brand: BrandRecord | null;
  readonly role: Role;
  /** Path of the page. */
  readonly path: string;
}

/** Links to the pages that this person may open. */
export function Rail({ person, brand, role, path }: RailProps) {
  const base = brand === null ? workspacePrefix : brandWorkspace(brand.slug);
  const groups = brand === null ? ofPerson(person.operator) : groupsFor(brand, role);
  const hrefs = groups.flatMap(({ entries }) => entries.map(([below]) => base + below));
  // The longest address: of `/me` and `/me/passkeys` one is the current.
  const current = hrefs.filter((href) => `${path}/`.startsWith(`${href}/`)).sort((a, b) => b.length - a.length)[0];
  const isHome = path === base || path === `${base}/`;
  return (
    <nav aria-label="Workspace">
      {groups.map(({ name, entries }) => (
        <>
          {name !== '' && (
            <p class="sec" id={`rail-${name}`}>
              {name}
            </p>
          )}
          <ul aria-labelledby={name === '' ? undefined : `rail-${name}`}>
            {entries.map(([below, text, icon]) => {
              const href = base + below;
              const isCurrent = href === current && (below !== '' || isHome);
              return (
                <li key={href}>
                  <a href={href} aria-current={isCurrent ? 'page' : undefined}>
                    <Icon name={icon} />
                    {text}
                  </a>
                </li>
              );
            })}
          </ul>
        </>
      ))}
    </nav>
  );
}

function groupsFor({ modules }: BrandRecord, role: Role): readonly Group[] {
  const isShown = ([path]: Entry): boolean => {
    const route = brandRoutes.find((candidate) => candidate.method === 'GET' && candidate.path === path);
    return route !== undefined && isAtLeast(role, route.who) && (!route.module || modules.includes(route.module));
  };
  const shown = ofBrand.map(({ name, entries }) => ({ name, entries: entries.filter(isShown) }));
  return shown.filter(({ entries }) => entries.length > 0);
}
