import type { ComponentChild, ComponentChildren } from 'preact';
import { words } from '../../../words/words.js';
import { address, type Query } from '../../addresses.js';
import type { Context } from '../../context.js';
import type { Lang } from '../../frame/language.js';
import { Icon, type IconName } from '../../parts/icon.js';
import { Submit } from './button.js';
import { Head, type HeadProps, Name, NameLink } from './text.js';

interface PagerProps {
  /** Addresses; `null` if there is no such page. */
  readonly newer: string | null;
  readonly older: string | null;
  /** Texts of the links. */
  readonly names: readonly [newer: string, older: string];
}

/** Links to the parts of a list before and after this one. */
export function Pager({ newer, older, names }: PagerProps): ComponentChild {
  if (newer === null && older === null) return null;
  return (
    <nav class="pager" aria-label={words().forms.listParts}>
      <span>{newer && <a href={newer}>‹ {names[0]}</a>}</span>
      <span>{older && <a href={older}>{names[1]} ›</a>}</span>
    </nav>
  );
}

/** Offset that a list begins at: `start` of the address. */
export function offsetIn({ query }: Pick<Context, 'query'>): number {
  return Math.max(0, Math.trunc(Number(query.start)) || 0);
}

interface PartProps {
  /** Address of the list. */
  readonly path: string;
  readonly query?: Query;
  /** Default: 100. */
  readonly perPage?: number;
  /** Name of the link to the next part. */
  readonly more: string;
}

const defaultPerPage = 100;

/**
 * Part of a list that begins at `start` of the address, and links to the parts around it; beyond the end, the last
 * item.
 */
export function paginate<Item>(context: Pick<Context, 'query'>, all: readonly Item[], props: PartProps) {
  const start = Math.max(0, Math.min(all.length - 1, offsetIn(context)));
  const shown = all.slice(start, start + (props.perPage ?? defaultPerPage));
  return { start, shown, pager: <OffsetPager {...props} start={start} total={all.length} /> };
}

/** Links to the parts of a list that is paginated by `start` of the address. */
export function OffsetPager({
  path,
  query,
  start,
  perPage = defaultPerPage,
  total,
  more,
}: PartProps & { readonly start: number; readonly total: number }): ComponentChild {
  const hrefFrom = (first: number): string => address(path, { ...query, start: first === 0 ? null : String(first) });
  const newer = start > 0 ? hrefFrom(Math.max(0, start - perPage)) : null;
  const older = start + perPage < total ? hrefFrom(start + perPage) : null;
  return <Pager newer={newer} older={older} names={[words().forms.before, more]} />;
}

interface RowProps extends Lang {
  readonly name: string;
  /** Address that the name leads to, from anywhere in the row. Default: none. */
  readonly to?: string;
  /** Picture of what it is, such as an avatar. */
  readonly icon?: ComponentChild;
  /** Content next to the name. */
  readonly mark?: ComponentChild;
  /** Second line. */
  readonly details?: ComponentChild;
  /** Content at the right. */
  readonly end?: ComponentChild;
}

/** Row of a list, such as a key: its name and its most important details. */
export function Row({ name, to, icon, mark, details, end, ...lang }: RowProps): ComponentChild {
  return (
    <li class="li">
      {icon}
      <span>
        <b>{to === undefined ? <Name text={name} {...lang} /> : <NameLink to={to} text={name} {...lang} />}</b> {mark}
        {details && <small>{details}</small>}
      </span>
      {end && <span class="row">{end}</span>}
    </li>
  );
}

/** Square picture of a row that is not about a person. */
export function RowIcon({ name }: { readonly name: IconName }) {
  return (
    <span class="av sys">
      <Icon name={name} />
    </span>
  );
}

interface EmptyProps {
  readonly icon: IconName;
  /** Name of the items that will be in the list. */
  readonly title: string;
  /** Use of such an item, in a sentence. */
  readonly children: ComponentChildren;
  /** The one button. */
  readonly action?: ComponentChild;
}

/** Empty state of a list. */
export function Empty({ icon, title, children, action }: EmptyProps): ComponentChild {
  return (
    <div class="empty list">
      <Icon name={icon} />
      <b>{title}</b>
      <p>{children}</p>
      {action}
    </div>
  );
}

/** Head of a list to which items are added. */
export interface ListHead extends Pick<HeadProps, 'others'> {
  /** Purpose of the list, in a sentence. */
  readonly text: ComponentChild;
  /** Button that opens the form of an action, or a link to what has to be done first. */
  readonly adding:
    | { readonly summary: string; readonly action: string }
    | { readonly href: string; readonly text: string };
  /** Empty state; `false` if there are items. */
  readonly empty: false | Omit<EmptyProps, 'action'>;
  /** Content below the text. */
  readonly notice?: ComponentChild;
}

interface ListHeadProps extends Omit<ListHead, 'adding'> {
  readonly title: string;
  readonly children: ComponentChild;
}

/** An empty list has its one button, the children, in the empty state. */
export function ListHeading({ title, others, text, empty, notice, children }: ListHeadProps): ComponentChild {
  return (
    <>
      <Head title={title} {...(others && { others })}>
        {!empty && children}
      </Head>
      <p>{text}</p>
      {notice}
      {empty && <Empty {...empty} action={children} />}
    </>
  );
}

interface SegmentsProps {
  readonly label: string;
  readonly options: readonly (readonly [value: string, name: ComponentChild, count?: number])[];
  readonly chosen: string | undefined;
  readonly hrefOf: (value: string) => string;
}

/** Choice of a part of a list, as links. */
export function Segments({ label, options, chosen = '', hrefOf }: SegmentsProps): ComponentChild {
  return (
    <nav class="seg" aria-label={label}>
      {options.map(([value, name, count = 0]) => (
        <a key={value} href={hrefOf(value)} aria-current={value === chosen ? 'true' : undefined}>
          {name} {count > 0 && <span class="count hot">{count}</span>}
        </a>
      ))}
    </nav>
  );
}

interface FiltersProps {
  /** Values that the form keeps. */
  readonly kept?: Query;
  readonly children: ComponentChildren;
}

/** Form of filters, whose values go into the address. The script sends it with the choice of an option. */
export function Filters({ kept = {}, children }: FiltersProps): ComponentChild {
  return (
    <search>
      <form class="filters">
        {Object.entries(kept).map(([name, value]) => value && <input type="hidden" name={name} value={value} />)}
        {children}
        <Submit text={words().forms.applyFilters} />
      </form>
    </search>
  );
}

interface TextFilterProps {
  readonly label: string;
  readonly text: string | undefined;
  /** Default: `q`, a search. */
  readonly name?: string;
  /** Default: the label. */
  readonly placeholder?: string;
}

export function TextFilter({ label, text, name = 'q', placeholder = label }: TextFilterProps): ComponentChild {
  return (
    <input
      class="in"
      name={name}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      maxLength={200}
    />
  );
}

interface ChoiceFilterProps {
  readonly name: string;
  readonly label: string;
  readonly chosen: string | undefined;
  readonly options: readonly (readonly [value: string, label: string])[];
}

export function ChoiceFilter({ name, label, chosen, options }: ChoiceFilterProps): ComponentChild {
  return (
    <select class="in" name={name} aria-label={label}>
      {options.map(([value, text]) => (
        <option key={value} value={value} selected={value === chosen}>
          {text}
        </option>
      ))}
    </select>
  );
}
