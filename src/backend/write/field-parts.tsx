import type { ComponentChild } from 'preact';
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

/** Attributes of a field that is wrong, and why. */
export function problemOf({ problems }: FieldTools, name: string, isHinted = false) {
  const texts = problems.get(name) ?? [];
  const isWrong = texts.length > 0;
  const described = [...(isWrong ? [`f-${name}-problem`] : []), ...(isHinted ? [`f-${name}-hint`] : [])].join(' ');
  const props: Readonly<Record<string, string>> = {
    ...(isWrong ? { 'aria-invalid': 'true' } : {}),
    ...(described === '' ? {} : { 'aria-describedby': described }),
  };
  const text = isWrong && (
    <p class="problem" id={`f-${name}-problem`}>
      {texts.join(' ')}
    </p>
  );
  return { props, text };
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

/** Reason why a form came back. @param links to its fields */
export function alert(text: string, links: readonly { readonly to: string; readonly text: string }[]): ComponentChild {
  return (
    <div class="notice bad" role="alert" tabIndex={-1}>
      <strong>{text}</strong>
      <ul>
        {links.map((link) => (
          <li>
            <a href={`#${link.to}`}>{link.text}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}
