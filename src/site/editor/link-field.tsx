import { useEffect, useState } from 'preact/hooks';
import type { EditorView } from 'prosemirror-view';
import { isSafeUrl } from '../../content/html/url.js';
import { Button } from '../parts/button.js';
import type { ListedPage } from './api.js';
import { focusNow } from './focus.js';
import { ranked } from './ranked.js';
import { linkAt, markRange, setLink } from './text/commands.js';
import { useEditor } from './use.js';

/** Upper bound on pages that are suggested. */
const maxSuggested = 6;

interface LinkFieldProps {
  readonly view: EditorView;
  close(): void;
}

/** Field for the address of a link, which suggests pages while their names are typed. */
export function LinkField({ view, close }: LinkFieldProps) {
  const old = linkAt(view.state);
  const oldHref = old?.attrs.html?.href ?? '';
  const [typed, setTyped] = useState(oldHref);
  const [problem, setProblem] = useState('');
  const { pages, read } = usePages();
  const suggestions = useSuggestions(pages, typed === oldHref ? '' : typed);
  const { chosen } = suggestions;
  const address = addressOf(typed.trim());

  /** @param words of a link that is made where none are selected */
  const set = (href: string, words = href): void => {
    const range = old === undefined ? view.state.selection : markRange(view.state, old);
    view.dispatch(setLink(view.state.tr, range, { href, words }, old?.attrs.html));
    close();
  };
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const words = typed.trim();
    if (chosen !== undefined) set(chosen.slug, chosen.title);
    else if (words === oldHref) close();
    else if (words === '' || address !== null) set(address ?? '', words);
    else {
      const found = await read();
      if (!form.isConnected) return;
      const href = found && hrefOfPage(words, found);
      const [only, ...others] = suggestions.shown;
      if (found === null) setProblem('The pages were not read. Try again.');
      else if (href !== null) set(href, words);
      else if (only !== undefined && others.length === 0) set(only.slug, only.title);
      else setProblem('That is no address. Choose a page, or type https://…');
    }
  };
  return (
    <form
      class="link-field"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      <input
        ref={focusNow}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={suggestions.shown.length > 0}
        aria-controls="link-pages"
        aria-activedescendant={chosen && `link-page-${chosen.id}`}
        aria-label="Address of the link"
        aria-describedby="link-note"
        aria-invalid={problem !== ''}
        value={typed}
        inputMode="url"
        autocomplete="off"
        placeholder="Address, or name of a page"
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setProblem('');
          suggestions.reset();
        }}
        onKeyDown={suggestions.press}
      />
      <button type="submit">Save link</button>
      {old !== undefined && <Button onClick={() => set('')}>Remove</Button>}
      <p id="link-note" role={problem === '' ? 'status' : 'alert'}>
        {problem}
        {problem === '' && address !== null && address !== typed.trim() && `Links to ${address}`}
      </p>
      <div id="link-pages" role="listbox" aria-label="Pages" hidden={suggestions.shown.length === 0}>
        {suggestions.shown.map((page) => (
          <Button
            id={`link-page-${page.id}`}
            role="option"
            aria-selected={page === chosen}
            tabIndex={-1}
            onClick={() => set(page.slug, page.title)}
          >
            <span class="cut">{page.title}</span>
            <small class="cut">{page.type === 'container' ? 'Chapter' : chapterOf(page, pages)}</small>
          </Button>
        ))}
      </div>
    </form>
  );
}

/** Pages of the brand; `read` waits for them, and gives `null` if they cannot be read. */
function usePages() {
  const { api } = useEditor();
  const [pages, setPages] = useState<readonly ListedPage[]>([]);
  const [reading, setReading] = useState(() => api.allPages());
  useEffect(() => {
    void reading.then(setPages, () => {});
  }, [reading]);
  const read = (): Promise<readonly ListedPage[] | null> =>
    reading.catch(() => {
      setReading(api.allPages());
      return null;
    });
  return { pages, read };
}

/** Pages that fit typed words, and the one that the arrow keys have chosen. */
function useSuggestions(pages: readonly ListedPage[], typed: string) {
  const [chosenIndex, setChosenIndex] = useState(-1);
  const [isClosed, setClosed] = useState(false);
  const isAsked = typed.trim() !== '' && !isClosed;
  const textsOf = (page: ListedPage) => [page.title, `${chapterOf(page, pages)} ${page.slug}`] as const;
  const shown = isAsked ? ranked(pages, typed, textsOf).slice(0, maxSuggested) : [];
  const choose = (index: number, isShut = false): void => {
    setChosenIndex(index);
    setClosed(isShut);
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.isComposing) return;
    if (event.key === 'Escape' && shown.length > 0) {
      choose(-1, true);
      event.stopPropagation();
    } else if (step !== undefined) {
      // Between the last page and the first one, what was typed is chosen.
      const places = shown.length + 1;
      choose(isClosed ? -1 : ((chosenIndex + 1 + step + places) % places) - 1);
      event.preventDefault();
    }
  };
  return { shown, chosen: shown[chosenIndex], press, reset: () => choose(-1) };
}

const chapterOf = ({ parent_id }: ListedPage, pages: readonly ListedPage[]): string =>
  pages.find(({ id }) => id === parent_id)?.title ?? '';

/** Address of the page that typed words name, by its slug or its title; `null` if there is none. */
function hrefOfPage(words: string, pages: readonly ListedPage[]): string | null {
  const [slug] = words.split(/[?#]/, 1);
  if (pages.some((page) => page.slug === slug) && isSafeUrl(words)) return words;
  const named = pages.filter(({ title }) => title.trim().toLowerCase() === words.toLowerCase());
  return named.length === 1 ? (named[0]?.slug ?? null) : null;
}

/** Typed address as it is stored: that of a mailbox or a host gets its scheme; `null` for words that are no address. */
function addressOf(typed: string): string | null {
  const isMailbox = /^[^\s@/?#:]+@[^\s@/?#:.]+(?:\.[^\s@/?#:.]+)+$/.test(typed);
  const isHost = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u.test(typed);
  const scheme = (isMailbox && 'mailto:') || (isHost && 'https://') || '';
  const isAddress = scheme !== '' || /^(?:[a-z][a-z0-9+.-]*:|[?#])|\//i.test(typed);
  return isAddress && isSafeUrl(scheme + typed) ? scheme + typed : null;
}
