import type { ComponentChild, ComponentChildren } from 'preact';
import type { BrandContext, Context, Query } from '../context.js';

interface PagerProps {
  readonly newer: string | null;
  readonly older: string | null;
  readonly names: readonly [string, string];
}

/** Links to the parts of a list before and after this one. */
export function Pager({ newer, older, names }: PagerProps): ComponentChild {
  if (newer === null && older === null) return null;
  return (
    <nav class="pager" aria-label="Parts of the list">
      <span>{newer && <a href={newer}>‹ {names[0]}</a>}</span>
      <span>{older && <a href={older}>{names[1]} ›</a>}</span>
    </nav>
  );
}

export function offsetIn({ query }: Context): number {
  return Math.max(0, Math.trunc(Number(query.start)) || 0);
}

interface OffsetProps {
  readonly context: Pick<BrandContext, 'href'>;
  readonly path: string;
  readonly query?: Query;
  readonly start: number;
  readonly perPage: number;
  readonly total: number;
  /** Name of the link to the next part. */
  readonly more: string;
}

export function OffsetPager({ context, path, query, start, perPage, total, more }: OffsetProps): ComponentChild {
  const part = (from: number): string => context.href(path, { ...query, start: from === 0 ? null : String(from) });
  const newer = start > 0 ? part(Math.max(0, start - perPage)) : null;
  const older = start + perPage < total ? part(start + perPage) : null;
  return <Pager newer={newer} older={older} names={['Before', more]} />;
}

/** A form of filters: the address holds their values. */
export function Filters({ children }: { readonly children: ComponentChildren }): ComponentChild {
  return (
    <search>
      <form class="filters">
        {children}
        <button type="submit" class="quiet">
          Show
        </button>
      </form>
    </search>
  );
}

export function TextFilter({ label, text }: { readonly label: string; readonly text: string | undefined }) {
  return (
    <div>
      <label for="q">{label}</label>
      <input id="q" name="q" type="search" value={text} maxLength={200} />
    </div>
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
    <div>
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        {options.map(([value, text]) => (
          <option key={value} value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
