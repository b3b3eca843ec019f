import { clientHost } from '../../lib/loopback.js';
import type { NamedAuthor } from '../../operations/history.js';
import { Icon } from './icon.js';

interface AvatarProps {
  readonly name: string;
  /** Default: a person. */
  readonly kind?: NamedAuthor['kind'];
  readonly isSmall?: boolean;
}

/** Picture of an author: round with initials for a person, square for a program. */
export function Avatar({ name, kind = 'person', isSmall = false }: AvatarProps) {
  const size = isSmall ? ' s' : '';
  if (kind !== 'person') {
    return (
      <span class={`av ${kind === 'agent' ? 'bot' : 'sys'}${size}`} title={name} aria-hidden="true">
        <Icon name={kind === 'agent' ? 'sparkles' : 'terminal'} />
      </span>
    );
  }
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return (
    <span class={`av c${sum % 5}${size}`} title={name} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const first = words.length > 1 ? [words[0], words.at(-1)] : words;
  return first.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}

/** `Ada Hofer`, or `Style agent, for Ada Hofer`. */
export const authorText = ({ name, client }: { readonly name: string; readonly client: string | null }): string =>
  client === null ? name : `${clientHost(client)}, for ${name}`;
