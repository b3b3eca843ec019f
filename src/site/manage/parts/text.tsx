import type { ComponentChild, ComponentChildren } from 'preact';
import { visible, visibleLines } from '../../../lib/display-safety.js';
import { words } from '../../../words/words.js';
import type { Lang } from '../../frame/language.js';
import { Icon, type IconName } from '../../parts/icon.js';

interface NameProps extends Lang {
  readonly text: string;
}

/**
 * Name or text that someone else wrote. It is isolated, so that it cannot reverse the direction of the text around it.
 */
export function Name({ text, ...lang }: NameProps): ComponentChild {
  return <bdi {...lang}>{visible(text)}</bdi>;
}

/** Text of several lines that someone else wrote. */
export const WrittenLines = ({ text }: { readonly text: string }): ComponentChild => (
  <p class="lines">
    <bdi>{visibleLines(text)}</bdi>
  </p>
);

/** Link whose text is a name that someone else wrote. */
export function NameLink({ to, ...name }: NameProps & { readonly to: string }): ComponentChild {
  return (
    <a href={to}>
      <Name {...name} />
    </a>
  );
}

interface CrumbProps {
  /** Address and name of the page above. */
  readonly up: readonly [href: string, text: string];
  readonly children: ComponentChildren;
}

/** Path to a page from the one above it. */
export function Crumb({ up: [href, text], children }: CrumbProps): ComponentChild {
  return (
    <nav class="crumb" aria-label={words().forms.path}>
      <a href={href}>{text}</a>
      <Icon name="chevron-right" size="s" />
      <span>{children}</span>
    </nav>
  );
}

/** Link on a line of its own. */
export function LinkLine({ to, text }: { readonly to: string; readonly text: string }): ComponentChild {
  return (
    <p>
      <a href={to}>{text}</a>
    </p>
  );
}

interface DescriptionListProps {
  readonly class?: string;
  readonly rows: readonly (readonly [term: ComponentChild, value: ComponentChild])[];
}

/** Description list; rows with an empty value are left out. */
export function DescriptionList({ class: name, rows }: DescriptionListProps): ComponentChild {
  return (
    <dl class={name}>
      {rows.map(([term, value]) =>
        value ? (
          <>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </>
        ) : null,
      )}
    </dl>
  );
}

type HeadLink = readonly [href: string, text: string];

export interface HeadProps {
  readonly title: ComponentChild;
  /** Link to what most people come for; `false` if this person may not follow it. */
  readonly main?: HeadLink | false;
  readonly others?: readonly (HeadLink | false)[];
  /** Form that opens in the head. */
  readonly children?: ComponentChild;
}

/** Heading of a page, with links. */
export function Head({ title, main = false, others = [], children }: HeadProps): ComponentChild {
  const links = [main, ...others].filter((link) => link !== false);
  return (
    <div class="head">
      <h1>{title}</h1>
      {links.length > 0 && (
        <div class="actions">
          {links.map((link) => (
            <a class={link === main ? 'btn go' : 'btn'} href={link[0]}>
              {link[1]}
            </a>
          ))}
        </div>
      )}
      {children}
    </div>
  );
}

interface OpenedProps {
  readonly summary: string;
  /** Classes of the button next to `btn`. Default: a plain one. */
  readonly look?: string;
  readonly icon?: IconName;
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}

/** Form that a button opens. */
export function Opened({ summary, look, icon, isOpen = false, children }: OpenedProps): ComponentChild {
  return (
    <details open={isOpen} class="adding">
      <summary class={look === undefined ? 'btn' : `btn ${look}`}>
        {icon && <Icon name={icon} />}
        {summary}
      </summary>
      {children}
    </details>
  );
}

interface AddingProps extends Pick<OpenedProps, 'summary' | 'icon' | 'isOpen'> {
  readonly form: ComponentChild;
}

/** Form of a list that adds an item. While it is open, the button of the form is the primary one. */
export function Adding({ icon = 'plus', isOpen = false, form, ...props }: AddingProps): ComponentChild {
  return (
    <Opened {...props} icon={icon} isOpen={isOpen} {...(!isOpen && { look: 'go' })}>
      {form}
    </Opened>
  );
}
