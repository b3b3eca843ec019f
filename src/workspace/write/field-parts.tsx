import type { ComponentChild } from 'preact';
import { blockName } from '../../portal/labels.js';
import { problemParts } from '../parts/form.js';
import { alertBox } from '../parts/refusal.js';
import type { FormModel, PlacedEntry } from './form-model.js';
import type { Pickers } from './pickers.js';

/** State and helpers that every field of a form is drawn with. */
export interface FieldTools {
  readonly model: FormModel;
  readonly pickers: Pickers;
  /** Messages by names of the form. */
  readonly problems: ReadonlyMap<string, readonly string[]>;
  /** Name of the field for which a medium or a colour is searched. */
  readonly searchedField?: string | undefined;
  /** Draws a list of blocks. */
  drawSlot(name: string): ComponentChild;
}

/** Problem of a field, with the attributes that name it. */
export function problemOf({ problems }: FieldTools, name: string) {
  return problemParts(`f-${name}`, problems.get(name)?.join(' '));
}

/** Hidden field of the keys of a list's rows. */
export function hiddenRows({ rows }: FormModel, name: string): ComponentChild {
  return <input type="hidden" name={`r.${name}`} value={(rows.get(name) ?? []).join(' ')} />;
}

/** Title of a block in its form, such as `3.1. image`. */
export function titleOfBlock({ number, type, isRemoved }: PlacedEntry): string {
  return `${isRemoved ? number : `${number}.`} ${blockName(type)}`;
}

interface StepButtonProps {
  /** Value of `do`, which `takeStep` reads. */
  readonly action: string;
  readonly text: string;
  /** Name of what it acts on, for screen readers. */
  readonly subject: string;
  /** Id of the element to come back to. */
  readonly returnTo: string;
}

/** Button that takes a step on the form. */
export function stepButton({ action, text, subject, returnTo }: StepButtonProps): ComponentChild {
  return (
    <button type="submit" name="do" value={action} class="btn sm" formaction={`#${returnTo}`}>
      {text}
      <span class="vh"> {subject}</span>
    </button>
  );
}

/** Box above a form with links to its wrong fields. @param otherwise reason where no field is wrong */
export function wrongFields(
  heading: string,
  links: readonly { readonly to: string; readonly text: string }[],
  otherwise: string,
): ComponentChild {
  const reasons = links.length === 0 ? [{ to: 'main', text: otherwise }] : links;
  return alertBox(
    heading,
    reasons.map(({ to, text }) => <a href={`#${to}`}>{text}</a>),
  );
}
