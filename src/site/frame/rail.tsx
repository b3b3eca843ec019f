import { Icon } from '../../portal/parts/icon.js';
import { type PlaceGroup, workspacePlaces } from '../../portal/workspace-places.js';
import type { BrandRecord, PersonRecord, Role } from '../../registry/records.js';
import { brandWorkspace, workspacePrefix } from '../../service/workspace-addresses.js';

/** Pages of no brand. */
const ofPerson = (isOperator: boolean): readonly PlaceGroup[] => [
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
  /** `null` on a page without a brand. */
  readonly brand: BrandRecord | null;
  readonly role: Role;
  /** Path of the page. */
  readonly path: string;
  /** Number of proposals that wait for this person. */
  readonly toReview: number;
}

/** Links to the pages that this person may open. */
export function Rail({ person, brand, role, path, toReview }: RailProps) {
  const base = brand === null ? workspacePrefix : brandWorkspace(brand.slug);
  const groups = brand === null ? ofPerson(person.operator) : workspacePlaces(brand, role);
  const hrefs = groups.flatMap(({ entries }) => entries.map(([below]) => base + below));
  // The longest address counts, so that only one of `/me` and `/me/passkeys` is the current page.
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
                    {below === '/proposals' && toReview > 0 && (
                      <span class="count hot" title="Your review">
                        {toReview}
                      </span>
                    )}
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
