import type { Fields, PortalContext } from '../context.js';
import { searchLabel } from './bar.js';
import { Icon } from './icon.js';

/** Upper bound on characters that are searched for. */
export const maxWords = 200;

/** Upper bound on the rounds in which a page searches again by itself while the index is built. */
const maxRounds = 30;

/** The round after this one, as the address says it; `null` after the last. */
export function nextRound({ round = '0' }: Fields): string | null {
  return Number(round) < maxRounds ? String(Number(round) + 1) : null;
}

interface SearchFormProps {
  readonly context: PortalContext;
  readonly words: string;
}

/** Search on a page of its own: it works without script. */
export function SearchForm({ context, words }: SearchFormProps) {
  const label = { placeholder: searchLabel, 'aria-label': searchLabel };
  return (
    <form class="row searching" action={context.href('/-/search')}>
      <Icon name="search" />
      <input class="in" type="search" name="q" value={words} maxLength={maxWords} {...label} />
      <button type="submit" class="btn go">
        Search
      </button>
    </form>
  );
}
