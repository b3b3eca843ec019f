import type { ComponentChild, ComponentChildren } from 'preact';

/** A form of filters: what is chosen is in the address. */
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

/** The filter `q`. */
export function TextFilter({
  label,
  text,
}: {
  readonly label: string;
  readonly text: string | undefined;
}): ComponentChild {
  return (
    <div>
      <label for="q">{label}</label>
      <input id="q" name="q" type="search" value={text} maxLength={200} />
    </div>
  );
}
