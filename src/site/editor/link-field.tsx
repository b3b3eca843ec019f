import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Node } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { Visibility } from '../../content/brand.js';
import { isSafeUrl } from '../../content/html/url.js';
import { fill, words } from '../../words/words.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { readerIcons } from '../parts/reader-icons.js';
import type { ListedPage } from './api.js';
import { focusNow } from './focus.js';
import { ranked } from './ranked.js';
import { linkAt, markRange, setLink } from './text/commands.js';
import { useEditor } from './use.js';

/** Upper bound on pages that are suggested. */
const maxSuggested = 6;

interface LinkFieldProps {
  readonly view: EditorView;
  /** State of the text when the field was opened. Meanwhile the text may change, or lose its selection. */
  readonly opened: EditorState;
  /** Called with whether it has words that are not set yet. */
  hold(hasTyped: boolean): void;
  close(): void;
}

/** Field for the address of a link, which suggests pages while their names are typed. */
export function LinkField({ view, opened, hold, close }: LinkFieldProps) {
  const { common, editorText } = words();
  const texts = editorText.link;
  const old = linkAt(opened);
  const oldHref = old?.attrs.html?.href ?? '';
  const [typed, setTyped] = useState(oldHref);
  const [problem, setProblem] = useState('');
  const { pages, read } = usePages();
  const suggestions = useSuggestions(pages, typed === oldHref ? '' : typed);
  const { chosen } = suggestions;
  const address = addressOf(typed.trim());
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => list.current?.scrollIntoView({ block: 'nearest' }), [suggestions.shown.length]);

  /** @param title of a link that is made where no words are selected */
  const set = (href: string, title = href): void => {
    const range = rangeIn(view.state.doc, opened.doc, old === undefined ? opened.selection : markRange(opened, old));
    if (range === null) setProblem(texts.changed);
    else {
      view.dispatch(setLink(view.state.tr, range, { href, words: title }, old?.attrs.html));
      close();
    }
  };
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const sought = typed.trim();
    if (chosen !== undefined) set(chosen.slug, chosen.title);
    else if (sought === oldHref) close();
    else if (sought === '' || address !== null) set(address ?? '', sought);
    else {
      const found = await read();
      if (!form.isConnected) return;
      const href = found && hrefOfPage(sought, found);
      const [only, ...others] = suggestions.shown;
      if (found === null) setProblem(texts.notRead);
      else if (href !== null) set(href, sought);
      else if (only !== undefined && others.length === 0) set(only.slug, only.title);
      else setProblem(texts.noAddress);
    }
  };
  return (
    <form
      class="link-field"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        const isLeft = !(relatedTarget instanceof Element && currentTarget.contains(relatedTarget));
        if (isLeft && typed !== oldHref) setProblem(texts.notSet);
      }}
    >
      <input
        ref={focusNow}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={suggestions.shown.length > 0}
        aria-controls="link-pages"
        aria-activedescendant={chosen && `link-page-${chosen.id}`}
        aria-label={texts.address}
        aria-describedby="link-note"
        aria-invalid={problem !== ''}
        value={typed}
        inputMode="url"
        autocomplete="off"
        placeholder={texts.hint}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          hold(currentTarget.value !== oldHref);
          setProblem('');
          suggestions.reset();
        }}
        onKeyDown={suggestions.press}
      />
      <button type="submit">{texts.save}</button>
      {old !== undefined && <Button onClick={() => set('')}>{common.remove}</Button>}
      <Button icon="x" aria-label={common.close} title={common.close} onClick={close} />
      <p id="link-note" role={problem === '' ? 'status' : 'alert'}>
        {problem}
        {problem === '' && address !== null && address !== typed.trim() && fill(texts.leadsTo, { address })}
      </p>
      <div ref={list} id="link-pages" role="listbox" aria-label={texts.pages} hidden={suggestions.shown.length === 0}>
        {suggestions.shown.map((page) => (
          <Button
            id={`link-page-${page.id}`}
            role="option"
            aria-selected={page === chosen}
            tabIndex={-1}
            onClick={() => set(page.slug, page.title)}
          >
            <span class="cut">{page.title}</span>
            <small class="cut">
              <ReadersMark of={readersOf(page, pages)} />
              {page.type === 'container' ? texts.chapter : chapterOf(page, pages)}
            </small>
          </Button>
        ))}
      </div>
    </form>
  );
}

/** Range of a document in a later one; `null` if what is in it has changed. */
function rangeIn(now: Node, before: Node, { from, to }: { readonly from: number; readonly to: number }) {
  const start = before.content.findDiffStart(now.content);
  const ends = before.content.findDiffEnd(now.content);
  if (start === null || ends === null || to <= start) return { from, to };
  const by = ends.b - ends.a;
  return from < ends.a ? null : { from: from + by, to: to + by };
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

/** Mark at a page that visitors cannot open. */
function ReadersMark({ of }: { readonly of: Visibility }) {
  if (of === 'public') return null;
  return (
    <span class="readers-mark">
      <Icon name={readerIcons[of]} size="s" /> {words().common.visibility[of]}
    </span>
  );
}

/** Readers of a page, by itself and the chapters above it. */
function readersOf({ visibility, parent_id }: ListedPage, pages: readonly ListedPage[]): Visibility {
  const chapter = pages.find(({ id }) => id === parent_id);
  const above = chapter === undefined ? 'public' : readersOf(chapter, pages);
  if (above === 'hidden' || visibility === 'public') return above;
  return visibility;
}

const chapterOf = ({ parent_id }: ListedPage, pages: readonly ListedPage[]): string =>
  pages.find(({ id }) => id === parent_id)?.title ?? '';

/** Address of the page that typed words name, by its slug or its title; `null` if there is none. */
function hrefOfPage(sought: string, pages: readonly ListedPage[]): string | null {
  const [slug] = sought.split(/[?#]/, 1);
  if (pages.some((page) => page.slug === slug) && isSafeUrl(sought)) return sought;
  const named = pages.filter(({ title }) => title.trim().toLowerCase() === sought.toLowerCase());
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
