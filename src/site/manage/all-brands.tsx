import { writeCsv } from '../../lib/csv.js';
import type { PortalError } from '../../lib/errors.js';
import { compare, sortedBy } from '../../lib/order.js';
import type { OverviewRow } from '../../service/overview.js';
import { workspacePrefix } from '../../service/workspace-addresses.js';
import { Filled } from '../../words/filled.js';
import { fill, words } from '../../words/words.js';
import { address, type Fields, type Query } from '../addresses.js';
import type { SignedInContext } from '../context.js';
import { actingIn, requiredField, unknownAction } from '../form-fields.js';
import { Icon } from '../parts/icon.js';
import { dayText } from '../parts/time.js';
import type { PageReply, WorkReply } from '../replies.js';
import { type BrandState, BrandTable, type Column, columns, stateOf } from './parts/brand-rows.js';
import { ButtonForm } from './parts/button.js';
import { Filters, OffsetPager, offsetIn, Segments, TextFilter } from './parts/list.js';
import { statusNotice } from './parts/notices.js';
import { passkeyOffer } from './parts/passkeys.js';
import { refusalNotice, runForm } from './parts/refusal.js';
import { Head, Name } from './parts/text.js';

const perPage = 25;

/** Number of brands from which on they can be searched. */
const searchedFrom = 12;

const path = `${workspacePrefix}/operator`;

/** Brands of the list as the address asks for them: those of a state or with problems, whose names have a text. */
function shownRows(rows: readonly OverviewRow[], { state, q = '', sort = '' }: Fields) {
  const text = q.trim().toLowerCase();
  const isShown = (row: OverviewRow): boolean =>
    (!state || (state === 'problems' ? row.problem !== null : stateOf(row) === state)) &&
    (text === '' || row.name.toLowerCase().includes(text) || row.brand.slug.includes(text));
  const named = columns.find((name) => name === sort.replace('-', ''));
  const by: Column = named ?? (state === 'problems' ? 'problems' : 'changed');
  const isDown = named === undefined ? true : sort.startsWith('-');
  const ordered = sortedBy(rows.filter(isShown), ({ name, brand }) => `${name.toLowerCase()} ${brand.slug}`);
  ordered.sort((a, b) => compareBy(by, a, b) * (isDown ? -1 : 1));
  return { shown: ordered, by, isDown };
}

const stateName = (row: OverviewRow): string => words().operator.states[stateOf(row)];

/** Order of two brands by a column. What is not known comes first, the worst problem last. */
function compareBy(by: Column, a: OverviewRow, b: OverviewRow): number {
  const value = (row: OverviewRow): number | string => {
    const severity = row.problem === null ? 0 : row.problem.isBad ? 2 : 1;
    const values: Readonly<Record<Column, number | string>> = {
      ...{ name: row.name.toLowerCase(), state: stateName(row), people: row.people, problems: severity },
      ...{ pages: row.pages ?? -1, changed: row.changedAt ?? '', size: row.bytes ?? -1 },
    };
    return values[by];
  };
  const [one, other] = [value(a), value(b)];
  return typeof one === 'number' ? one - Number(other) : compare(one, String(other));
}

/** List of all brands, for operators. The content of brands is not read for it. */
export async function allBrands(context: SignedInContext, problem: PortalError | null = null): Promise<PageReply> {
  const { service, query } = context;
  const rows = await service.overview();
  const { state = '', q = '', sort = '' } = query;
  const kept: Query = { state, q, sort };
  const { shown, by, isDown } = shownRows(rows, query);
  const start = Math.max(0, Math.min(shown.length - 1, offsetIn(context)));
  const texts = words().operator;
  const countOf = (wanted: BrandState): number => rows.filter((row) => stateOf(row) === wanted).length;
  const options = [
    ['', texts.allStates],
    ...(['public', 'people', 'off'] as const).map((name) => [name, texts.states[name], countOf(name)] as const),
    ['problems', texts.columns.problems, rows.filter((row) => row.problem !== null).length],
    ['archived', texts.states.archived, countOf('archived')],
  ] as const;
  const body = (
    <>
      {await passkeyOffer(context)}
      {noticeOf(context, rows)}
      {refusalNotice(context, problem)}
      <Head
        title={
          rows.length === 0 ? (
            texts.none
          ) : (
            <>
              {words().rail.allBrands} <span class="dim num">{rows.length}</span>
            </>
          )
        }
      >
        <div class="actions">
          {rows.length > 0 && (
            <a class="btn" href={address(`${path}/brands.csv`, kept)}>
              <Icon name="download" />
              {texts.csv}
            </a>
          )}
          <a class="btn go" href={`${path}/brands/new`}>
            {rows.length > 0 && <Icon name="plus" />}
            {rows.length === 0 ? texts.createFirst : words().newBrand.title}
          </a>
        </div>
      </Head>
      {rows.length > 0 && (
        <>
          <div class="filters">
            <Segments
              label={texts.state}
              options={options.filter(([name, , count]) => name === '' || name === state || count !== 0)}
              chosen={state}
              hrefOf={(value) => address(path, { ...kept, state: value })}
            />
            {rows.length >= searchedFrom && (
              <Filters kept={{ state, sort }}>
                <TextFilter label={texts.search} placeholder={fill(texts.searchAll, { n: rows.length })} text={q} />
              </Filters>
            )}
          </div>
          {shown.length === 0 ? (
            <p>{texts.noneLikeThis}</p>
          ) : (
            <BrandTable
              rows={shown.slice(start, start + perPage)}
              sort={{ by, isDown }}
              hrefOf={(name) => address(path, { ...kept, sort: name })}
              to={address(path, kept)}
            />
          )}
          <p class="hint">{checkedText(rows)}</p>
          <OffsetPager {...{ path, query: kept, start, perPage, total: shown.length }} more={words().gate.moreBrands} />
        </>
      )}
    </>
  );
  return { title: words().rail.allBrands, body, isWide: true };
}

/** Age of the checks that problems and pages are from. */
function checkedText(rows: readonly OverviewRow[]): string {
  const times = rows.flatMap(({ checkedAt }) => checkedAt ?? []).sort();
  const [first, last = first] = [times[0], times.at(-1)];
  const missing = rows.length - times.length;
  const texts = words().operator;
  if (first === undefined || last === undefined) return texts.neverChecked;
  const isOneDay = first.slice(0, 10) === last.slice(0, 10);
  const checked = isOneDay
    ? fill(texts.checkedOn, { day: dayText(last) })
    : fill(texts.checkedFromTo, { from: dayText(first), to: dayText(last) });
  return missing === 0 ? checked : `${checked} ${fill(texts.notChecked, { n: missing, all: rows.length })}`;
}

/** Toast after a brand was archived or brought back. */
function noticeOf({ query }: SignedInContext, rows: readonly OverviewRow[]) {
  const { archived, back } = query;
  const named = rows.find(({ brand }) => brand.slug === (archived ?? back));
  const name = <Name text={named?.name ?? ''} />;
  if (named === undefined) return null;
  const texts = words().operator;
  if (back !== undefined) return statusNotice(<Filled text={texts.isBack} values={{ name }} />);
  const undo = (
    <ButtonForm to={path} look="sm" text={words().common.undo} fields={{ action: 'undo', brand: named.brand.slug }} />
  );
  return statusNotice(<Filled text={texts.isArchived} values={{ name }} />, undo);
}

/** Archives a brand, or undoes that. */
export function changeBrands(context: SignedInContext): Promise<WorkReply> {
  const { service, form, query } = context;
  const submit = async (): Promise<WorkReply> => {
    const slug = requiredField(context, 'brand');
    const by = actingIn(context, slug);
    const { state, q, sort } = query;
    if (form.action === 'archive') {
      await service.archive.put(slug, by);
      return { to: address(path, { state, q, sort, archived: slug }) };
    }
    if (form.action !== 'undo') throw unknownAction();
    await service.archive.undo(slug, by);
    return { to: address(path, { back: slug }) };
  };
  return runForm(context, submit, (problem) => allBrands(context, problem));
}

/** The list as it is shown, whole, as CSV. */
export async function brandsCsv({ service, query }: SignedInContext): Promise<WorkReply> {
  const { shown } = shownRows(await service.overview(), query);
  const { slug, name, state, people, pages, changed, bytes, problem, checked } = words().operator.csvColumns;
  const head = [slug, name, state, people, pages, changed, bytes, problem, checked];
  const cells = shown.map((row) => {
    const { brand, name, people, pages, changedAt, bytes, problem, checkedAt } = row;
    const numbers = [people, pages, changedAt, bytes].map((value) => String(value ?? ''));
    return [brand.slug, name, stateName(row), ...numbers, problem?.text ?? '', checkedAt ?? ''];
  });
  return { text: writeCsv([head, ...cells]), csv: 'brands.csv' };
}
