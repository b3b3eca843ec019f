import type { ComponentChild } from 'preact';
import { hexColor } from '../../content/hex-color.js';
import { fileSizeText } from '../../lib/size-text.js';
import { Icon, type IconName } from '../../portal/parts/icon.js';
import { isArchived } from '../../registry/records.js';
import type { OverviewRow } from '../../service/overview.js';
import { brandWorkspace, workspacePrefix } from '../../service/workspace-addresses.js';
import { address } from '../context.js';
import { ButtonForm } from './button.js';
import { Name, NameLink, timeText } from './text.js';

export const archivedPath = `${workspacePrefix}/operator/archived`;

/** Who sees a brand: the states of the list. */
export type BrandState = 'public' | 'people' | 'off' | 'archived';

export const stateOf = ({ brand }: OverviewRow): BrandState => (isArchived(brand) ? 'archived' : brand.portal);

export const stateNames: Readonly<Record<BrandState, readonly [name: string, icon: IconName]>> = {
  public: ['Public', 'eye'],
  people: ['People of the brand', 'lock'],
  off: ['Editors', 'pencil'],
  archived: ['Archived', 'archive'],
};

/** Columns that the list is sorted by: the name of each in the address, its title, and whether its values are numbers. */
export const columns = [
  ['name', 'Brand'],
  ['state', 'Who sees it'],
  ['people', 'People', true],
  ['pages', 'Pages', true],
  ['changed', 'Last change'],
  ['size', 'Size', true],
  ['problems', 'Problems'],
] as const;
export type Column = (typeof columns)[number][0];

interface BrandTableProps {
  readonly rows: readonly OverviewRow[];
  /** Column and direction. */
  readonly sort: { readonly by: Column; readonly isDown: boolean };
  /** Address of the list, sorted by a column. */
  readonly hrefOf: (sort: string) => string;
  /** Address that takes the forms of the rows. */
  readonly to: string;
}

export function BrandTable({ rows, sort, hrefOf, to }: BrandTableProps): ComponentChild {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls is reached by keyboard
    <section class="tbl brands" tabIndex={0} aria-label="Brands">
      <table>
        <thead>
          <tr>
            {columns.map(([by, title, isNumber]) => {
              const isSorted = by === sort.by;
              const isDown = isSorted ? !sort.isDown : isNumber === true || by === 'changed';
              return (
                <th
                  key={by}
                  scope="col"
                  class={isNumber && 'r'}
                  aria-sort={isSorted ? (sort.isDown ? 'descending' : 'ascending') : undefined}
                >
                  <a href={hrefOf(isDown ? `-${by}` : by)}>
                    {title}
                    {isSorted && <Icon name={sort.isDown ? 'arrow-down' : 'arrow-up'} />}
                  </a>
                </th>
              );
            })}
            <th scope="col">
              <span class="vh">More</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <BrandRow key={row.brand.slug} row={row} to={to} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function BrandRow({ row, to }: { readonly row: OverviewRow; readonly to: string }): ComponentChild {
  const { brand, name, color, people, pages, changedAt, bytes, problem } = row;
  const state = stateOf(row);
  const [stateName, icon] = stateNames[state];
  const href = state === 'archived' ? address(archivedPath, { brand: brand.slug }) : brandWorkspace(brand.slug);
  return (
    <tr>
      <td>
        <svg class="dot" viewBox="0 0 10 10" aria-hidden="true">
          {color !== null && hexColor.test(color) && <rect width="10" height="10" fill={color} />}
        </svg>
        <NameLink to={href} text={name} />
      </td>
      <td>
        <span class={state === 'public' ? 'tag ok' : 'tag'}>
          <Icon name={icon} />
          {stateName}
        </span>
        {!brand.api_enabled && state !== 'archived' && <span class="tag">API off</span>}
      </td>
      <td class="r num">{people}</td>
      <td class="r num">{pages ?? '–'}</td>
      <td class="num dim">
        {changedAt === null ? (
          '–'
        ) : (
          <time dateTime={changedAt} data-local="short">
            {timeText(changedAt)}
          </time>
        )}
      </td>
      <td class="r num">{bytes === null ? '–' : fileSizeText(bytes)}</td>
      <td>
        {problem !== null && (
          <span class={problem.isBad ? 'prob is-bad' : 'prob'}>
            <Icon name={problem.isBad ? 'octagon-alert' : 'triangle-alert'} />
            <Name text={problem.text} />
          </span>
        )}
      </td>
      <td>{state === 'archived' ? null : <BrandMenu row={row} to={to} />}</td>
    </tr>
  );
}

function BrandMenu({ row: { brand, name }, to }: { readonly row: OverviewRow; readonly to: string }): ComponentChild {
  const { slug } = brand;
  return (
    <details class="menu">
      <summary class="btn ic quiet sm" aria-label={`More about ${name}`}>
        <Icon name="ellipsis" />
      </summary>
      <div class="pop">
        <a class="it" href={`/brands/${slug}/`}>
          <Icon name="panels-top-left" />
          Open portal
        </a>
        <a class="it" href={brandWorkspace(slug)}>
          <Icon name="house" />
          Open workspace
        </a>
        <hr />
        <ButtonForm
          to={to}
          look="it"
          text={
            <>
              <Icon name="archive" />
              <span>
                Archive
                <small>Nothing of it is read or written. Bring it back at any time.</small>
              </span>
            </>
          }
          fields={{ action: 'archive', brand: slug }}
        />
      </div>
    </details>
  );
}
