import type { ComponentChild } from 'preact';
import { problemParts } from '../parts/form.js';
import { alertBox } from '../parts/refusal.js';
import type { Pickers } from './pickers.js';
import type { Sheet } from './slots.js';

export interface FieldTools {
  readonly sheet: Sheet;
  readonly pickers: Pickers;
  /** Messages by names of the form. */
  readonly problems: ReadonlyMap<string, readonly string[]>;
  /** Field that a medium or a colour is looked for. */
  readonly found?: string | undefined;
  /** Draws a list of blocks. */
  slot(name: string): ComponentChild;
}

export function problemOf({ problems }: FieldTools, name: string, isHinted = false) {
  return problemParts(`f-${name}`, problems.get(name)?.join(' '), isHinted);
}

export function hiddenRows({ rows }: Sheet, name: string): ComponentChild {
  return <input type="hidden" name={`r.${name}`} value={(rows.get(name) ?? []).join(' ')} />;
}

interface StepButtonProps {
  readonly action: string;
  readonly text: string;
  /** The one that it acts on, for those who hear it alone. */
  readonly of: string;
  /** Element to come back to. */
  readonly to: string;
}

export function stepButton({ action, text, of, to }: StepButtonProps): ComponentChild {
  return (
    <button type="submit" name="do" value={action} class="quiet small" formaction={`#${to}`}>
      {text}
      <span class="hidden"> {of}</span>
    </button>
  );
}

/** Box above a form with links to what is wrong in it. @param otherwise reason where no field is wrong */
export function wrongFields(
  heading: string,
  links: readonly { readonly to: string; readonly text: string }[],
  otherwise: string,
): ComponentChild {
  const all = links.length === 0 ? [{ to: 'main', text: otherwise }] : links;
  return alertBox(
    heading,
    all.map(({ to, text }) => <a href={`#${to}`}>{text}</a>),
  );
}
