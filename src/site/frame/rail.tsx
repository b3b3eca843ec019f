import type { BrandRecord, PersonRecord, Role } from '../../registry/records.js';
import { brandWorkspace, workspacePrefix } from '../../service/workspace-addresses.js';
import { words } from '../../words/words.js';
import { Icon } from '../parts/icon.js';
import { type PlaceGroup, workspacePlaces } from './workspace-places.js';

/** Pages of no brand. */
function ofPerson(isOperator: boolean): readonly PlaceGroup[] {
  const texts = words().rail;
  return [
    {
      name: '',
      entries: isOperator
        ? [
            ['/operator', texts.allBrands, 'layers'],
            ['/people', texts.allPeople, 'users'],
            ['/operator/health', texts.health, 'activity'],
          ]
        : [['', texts.yourBrands, 'layers']],
    },
    {
      name: texts.you,
      entries: [
        ['/me', texts.account, 'user'],
        ['/me/notifications', words().notifications.title, 'bell'],
        ['/me/passkeys', texts.passkeys, 'fingerprint'],
      ],
    },
  ];
}

interface RailProps {
  readonly person: PersonRecord;
  /** `null` on a page without a brand. */
  readonly brand: BrandRecord | null;
  readonly role: Role;
  /** Path of the page. */
  readonly path: string;
  /** Number of proposals that wait for this person. */
  readonly waiting: number;
}

/** Links to the pages that this person may open. */
export function Rail({ person, brand, role, path, waiting }: RailProps) {
  const base = brand === null ? workspacePrefix : brandWorkspace(brand.slug);
  const groups = brand === null ? ofPerson(person.operator) : workspacePlaces(brand, role);
  const hrefs = groups.flatMap(({ entries }) => entries.map(([below]) => base + below));
  // The longest address counts, so that only one of `/me` and `/me/passkeys` is the current page.
  const current = hrefs.filter((href) => `${path}/`.startsWith(`${href}/`)).sort((a, b) => b.length - a.length)[0];
  const isHome = path === base || path === `${base}/`;
  return (
    <nav aria-label={words().frame.workspace}>
      {groups.map(({ name, entries }, index) => (
        <>
          {name !== '' && (
            <p class="sec" id={`rail-${index}`}>
              {name}
            </p>
          )}
          <ul aria-labelledby={name === '' ? undefined : `rail-${index}`}>
            {entries.map(([below, text, icon]) => {
              const href = base + below;
              const isCurrent = href === current && (below !== '' || isHome);
              return (
                <li key={href}>
                  <a href={href} aria-current={isCurrent ? 'page' : undefined}>
                    <Icon name={icon} />
                    {text}
                    {below === '/proposals' && waiting > 0 && (
                      <span class="count hot" title={words().rail.waiting}>
                        {waiting}
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
