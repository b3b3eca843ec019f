import type { ComponentChild } from 'preact';

interface Props {
  readonly newer?: string | null | undefined;
  readonly older?: string | null | undefined;
  readonly names?: readonly [string, string];
}

/** Links to the parts of a list before and after this one. */
export function Pager({ newer, older, names = ['Newer', 'Older'] }: Props): ComponentChild {
  if (!newer && !older) return null;
  return (
    <nav class="pager" aria-label="Parts of the list">
      <span>{newer && <a href={newer}>‹ {names[0]}</a>}</span>
      <span>{older && <a href={older}>{names[1]} ›</a>}</span>
    </nav>
  );
}
