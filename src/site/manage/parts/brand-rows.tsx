import type { ComponentChild } from 'preact';
import { hexColor } from '../../../content/hex-color.js';
import { isArchived } from '../../../registry/records.js';
import type { OverviewRow } from '../../../service/overview.js';
import { brandWorkspace, workspacePrefix } from '../../../service/workspace-addresses.js';
import { told } from '../../../words/errors.js';
import { fileSizeText } from '../../../words/sizes.js';
import { fill, words } from '../../../words/words.js';
import { address } from '../../addresses.js';
import { Icon, type IconName } from '../../parts/icon.js';
import { timeText } from '../../parts/time.js';
import { ButtonForm } from './button.js';
import { Name, NameLink } from './text.js';

export const archivedPath = `${workspacePrefix}/operator/archived`;

/** Who sees a brand: the states of the list. */
export type BrandState = 'public' | 'people' | 'off' | 'archived';

export const stateOf = ({ brand }: OverviewRow): BrandState => (isArchived(brand) ? 'archived' : brand.portal);

const stateIcons: Readonly<Record<BrandState, IconName>> = {
  public: 'eye',
  people: 'lock',
  off: 'pencil',
  archived: 'archive',
};

/** Columns that the list is sorted by, as the address names them. */
export const columns = ['name', 'state', 'people', 'pages', 'changed', 'size', 'problems'] as const;
export type Column = (typeof columns)[number];

const withNumbers: ReadonlySet<Column> = new Set(['people', 'pages', 'size']);

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
  const texts = words().operator;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls is reached by keyboard
    <section class="tbl brands" tabIndex={0} aria-label={words().gate.brands}>
      <table>
        <thead>
          <tr>
            {columns.map((by) => {
              const isNumber = withNumbers.has(by);
              const isSorted = by === sort.by;
              const isDown = isSorted ? !sort.isDown : isNumber || by === 'changed';
              return (
                <th
                  key={by}
                  scope="col"
                  class={isNumber ? 'r' : undefined}
                  aria-sort={isSorted ? (sort.isDown ? 'descending' : 'ascending') : undefined}
                >
                  <a href={hrefOf(isDown ? `-${by}` : by)}>
                    {texts.columns[by]}
                    {isSorted && <Icon name={sort.isDown ? 'arrow-down' : 'arrow-up'} />}
                  </a>
                </th>
              );
            })}
            <th scope="col">
              <span class="vh">{texts.more}</span>
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
  const texts = words().operator;
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
          <Icon name={stateIcons[state]} />
          {texts.states[state]}
        </span>
        {!brand.api_enabled && state !== 'archived' && <span class="tag">{texts.apiOff}</span>}
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
            <Name text={told(problem.text)} />
          </span>
        )}
      </td>
      <td>{state === 'archived' ? null : <BrandMenu row={row} to={to} />}</td>
    </tr>
  );
}

function BrandMenu({ row: { brand, name }, to }: { readonly row: OverviewRow; readonly to: string }): ComponentChild {
  const { slug } = brand;
  const texts = words().operator;
  return (
    <details class="menu">
      <summary class="btn ic quiet sm" aria-label={fill(texts.moreAbout, { name })}>
        <Icon name="ellipsis" />
      </summary>
      <div class="pop">
        <a class="it" href={`/brands/${slug}/`}>
          <Icon name="panels-top-left" />
          {texts.openPortal}
        </a>
        <a class="it" href={brandWorkspace(slug)}>
          <Icon name="house" />
          {texts.openWorkspace}
        </a>
        <hr />
        <ButtonForm
          to={to}
          look="it"
          text={
            <>
              <Icon name="archive" />
              <span>
                {texts.archive}
                <small>{texts.archiveHint}</small>
              </span>
            </>
          }
          fields={{ action: 'archive', brand: slug }}
        />
      </div>
    </details>
  );
}
