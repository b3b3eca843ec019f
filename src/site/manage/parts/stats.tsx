import type { ComponentChild } from 'preact';

/** A number, its unit, and the address of the list that it counts. */
type Stat = readonly [number: string | number, unit: string, href?: string];

/** Numbers as cards, those with an address as links. */
export function Stats({ stats }: { readonly stats: readonly Stat[] }): ComponentChild {
  return (
    <ul class="stat">
      {stats.map(([number, unit, href]) => {
        const content = [<b>{number}</b>, <small>{unit}</small>];
        return <li key={unit}>{href === undefined ? <span>{content}</span> : <a href={href}>{content}</a>}</li>;
      })}
    </ul>
  );
}
