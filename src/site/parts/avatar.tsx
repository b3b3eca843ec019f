import type { Author } from '../../content/proposals/format.js';
import { clientHost } from '../../lib/loopback.js';
import { shownName } from '../../lib/shown-names.js';
import type { NamedAuthor } from '../../operations/history.js';
import { fill, words } from '../../words/words.js';
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
  const parts = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const first = parts.length > 1 ? [parts[0], parts.at(-1)] : parts;
  return first.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}

/** `Ada Hofer`, or `agent.example, for Ada Hofer`. */
export function authorText({
  id,
  name,
  client,
}: Pick<Author, 'name' | 'client'> & Partial<Pick<Author, 'id'>>): string {
  const person = shownName(id ?? null, name);
  return client === null ? person : fill(words().common.agentOf, { agent: clientHost(client), person });
}
