import type { PortalContext } from '../context.js';
import { searchLabel } from './bar.js';
import { Icon } from './icon.js';

/** Upper bound on characters that are searched for. */
export const maxWords = 200;

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
