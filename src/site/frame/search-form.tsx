import { words } from '../../words/words.js';
import type { Fields } from '../addresses.js';
import type { BrandContext } from '../context.js';
import { Icon } from '../parts/icon.js';

/** Upper bound on characters that are searched for. */
export const maxWords = 200;

/** Upper bound on the rounds in which a page searches again by itself while the index is built. */
const maxRounds = 30;

/** The round after this one, as the address says it; `null` after the last. */
export function nextRound({ round = '0' }: Fields): string | null {
  return Number(round) < maxRounds ? String(Number(round) + 1) : null;
}

interface SearchFormProps {
  readonly context: BrandContext;
  /** Words that were looked for. */
  readonly looked: string;
}

/** Search on a page of its own: it works without script. */
export function SearchForm({ context, looked }: SearchFormProps) {
  const { common, frame } = words();
  const label = { placeholder: frame.searchLabel, 'aria-label': frame.searchLabel };
  return (
    <form class="row searching" action={context.href('/-/search')}>
      <Icon name="search" />
      <input class="in" type="search" name="q" value={looked} maxLength={maxWords} {...label} />
      <button type="submit" class="btn go">
        {common.search}
      </button>
    </form>
  );
}
