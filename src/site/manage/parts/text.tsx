import type { ComponentChild, ComponentChildren } from 'preact';
import { visible } from '../../lib/display-safety.js';
import { isZone, wallTime } from '../../lib/zone-time.js';
import { Icon, type IconName } from '../../portal/parts/icon.js';

/**
 * Name or text that someone else wrote. It is isolated, so that it cannot reverse the direction of the text around it.
 */
export function Name({ text }: { readonly text: string }): ComponentChild {
  return <bdi>{visible(text)}</bdi>;
}

/** Link whose text is a name that someone else wrote. */
export function NameLink({ to, text }: { readonly to: string; readonly text: string }): ComponentChild {
  return (
    <a href={to}>
      <Name text={text} />
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
    <nav class="crumb" aria-label="Path">
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

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-03-03T09:30:00Z` as `3 Mar 2026`. */
export function dayText(at: string): string {
  const [year = '', month = '', day = ''] = at.slice(0, 10).split('-');
  return `${Number(day)} ${months[Number(month) - 1] ?? month} ${year}`;
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** `2026-03-03T09:30:00Z` as `Tue, 3 Mar 2026, 09:30 UTC`, or on the clock of another zone. */
export function timeText(at: string, zone = 'UTC'): string {
  const wall = zone !== 'UTC' && isZone(zone) ? wallTime(new Date(at), zone) : null;
  const shown = wall ?? at;
  const weekday = weekdays[new Date(`${shown.slice(0, 10)}T00:00:00Z`).getUTCDay()] ?? '';
  return `${weekday}, ${dayText(shown)}, ${shown.slice(11, 16)} ${wall === null ? 'UTC' : zone}`;
}

interface TimeProps {
  /** ISO 8601. */
  readonly at: string;
  /** Whether the time of day is left out. */
  readonly day?: boolean;
  /** Whether the day is left out. */
  readonly clock?: boolean;
  /** Zone that is shown and named, until the script shows the reader's. */
  readonly zone?: string;
}

/** Time in UTC, which the script rewrites in the reader's time zone. */
export function Time({ at, day = false, clock = false, zone }: TimeProps): ComponentChild {
  if (day) return <time dateTime={at.slice(0, 10)}>{dayText(at)}</time>;
  if (!clock) {
    return (
      <time dateTime={at} data-local={zone === undefined ? true : 'zone'} title={zone && timeText(at)}>
        {timeText(at, zone)}
      </time>
    );
  }
  return (
    <time class="dim num" dateTime={at} data-local="clock" title={timeText(at)}>
      {at.slice(11, 16)}
    </time>
  );
}
