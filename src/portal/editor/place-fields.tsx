import { useEffect, useState } from 'preact/hooks';
import { Button } from '../parts/button.js';
import type { ListedPage, PagePlace } from './api.js';
import { announce } from './focus.js';
import { placeAt, placeWords, problemsOf } from './pages.js';
import { Dialog } from './popup.js';
import { useEditor } from './use.js';

/** A move of a page: its new position, the present one for Undo, and the new one as a text. */
export interface Move {
  readonly to: PagePlace;
  readonly back: PagePlace;
  readonly words: string;
}

interface PageList {
  /** `null` until they are known. */
  readonly pages: readonly ListedPage[] | null;
  readonly problem: string | null;
}

const unknownPages: PageList = { pages: null, problem: null };

/** Pages by a filter, in the order of the navigation. @param filter `null` to read none @param cause reads again when it changes */
function usePages(filter: string | null, cause: unknown): PageList {
  const { api } = useEditor();
  const [list, setList] = useState({ filter, ...unknownPages });
  useEffect(() => {
    // The answer to an earlier filter may come after that to a later one.
    let isCurrent = true;
    const show = (next: PageList): void => {
      if (isCurrent) setList({ filter, ...next });
    };
    show(unknownPages);
    if (filter !== null) {
      api.pages(filter).then(
        (pages) => show({ pages, problem: null }),
        (error) => show({ pages: null, problem: Object.values(problemsOf(error)).join(' ') }),
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [filter, cause]);
  return list.filter === filter ? list : unknownPages;
}

const withoutPage = (pages: readonly ListedPage[], id: number) => pages.filter((page) => page.id !== id);

interface PlaceProps {
  readonly page: Pick<ListedPage, 'id' | 'parent_id'>;
  /** Called with the chosen move; `null` if the position is the present one, or is not known yet. */
  choose(move: Move | null): void;
}

/** Fields for the chapter of a page, and for its position there. */
export function PlaceFields({ page, choose }: PlaceProps) {
  const { id, parent_id } = page;
  const [parent, setParent] = useState(parent_id);
  /** Position that was chosen in the chapter; `null` before. */
  const [chosen, setChosen] = useState<number | null>(null);
  const [cause, readAgain] = useState<object>(page);
  useEffect(() => {
    setParent(parent_id);
    setChosen(null);
    readAgain(page);
  }, [page]);
  const chapterList = usePages('type=container', cause);
  const presentList = usePages(`parent_id=${parent_id}`, cause);
  const otherList = usePages(parent === parent_id ? null : `parent_id=${parent}`, cause);
  const { pages } = parent === parent_id ? presentList : otherList;
  const chapters = chapterList.pages ?? [];
  const siblings = withoutPage(pages ?? [], id);
  const count = siblings.length;
  const ownIndex = pages?.findIndex((sibling) => sibling.id === id) ?? -1;
  const index = chosen ?? (ownIndex < 0 ? count : ownIndex);
  const problem = chapterList.problem ?? presentList.problem ?? otherList.problem;
  useEffect(() => {
    const present = presentList.pages;
    if (pages === null || present === null || index === ownIndex) return choose(null);
    const presentIndex = present.findIndex((sibling) => sibling.id === id);
    choose({
      to: placeAt(siblings, index, parent),
      back: presentIndex < 0 ? { parent_id } : placeAt(withoutPage(present, id), presentIndex, parent_id),
      words: placeWords(siblings[index - 1]?.title, chapters.find((chapter) => chapter.id === parent)?.title),
    });
  }, [page, parent, index, pages, presentList.pages, chapterList.pages]);
  return (
    <>
      <div class="field">
        <label for="page-chapter">Chapter</label>
        <select
          class="in"
          id="page-chapter"
          onChange={({ currentTarget: { value } }) => {
            setParent(value === '' ? null : Number(value));
            setChosen(null);
          }}
        >
          <option value="" selected={parent === null}>
            No chapter
          </option>
          {chapters.map((chapter) => {
            const path = above(chapters, chapter);
            if (path.some((ancestor) => ancestor.id === id)) return null;
            return (
              <option value={chapter.id} selected={chapter.id === parent}>
                {path.map(({ title }) => title).join(' › ')}
              </option>
            );
          })}
        </select>
      </div>
      <div class="field">
        <label for="page-place">In the navigation</label>
        <div class="row">
          <select class="in" id="page-place" onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}>
            {[null, ...siblings].map((before, option) => (
              <option value={option} selected={option === index}>
                {before === null ? 'First' : `After “${before.title}”`}
              </option>
            ))}
          </select>
          {([-1, 1] as const).map((step) => (
            <Button
              icon={step < 0 ? 'arrow-up' : 'arrow-down'}
              class="btn ic"
              aria-label={step < 0 ? 'Up' : 'Down'}
              disabled={index + step < 0 || index + step > count}
              onClick={() => {
                setChosen(index + step);
                announce(`Position ${index + step + 1} of ${count + 1}`);
              }}
            />
          ))}
        </div>
      </div>
      {problem !== null && (
        <p class="err" role="alert">
          The pages were not read. {problem}{' '}
          <Button class="btn sm" onClick={() => readAgain({})}>
            Try again
          </Button>
        </p>
      )}
    </>
  );
}

/** A chapter after those above it. */
function above(chapters: readonly ListedPage[], chapter: ListedPage): readonly ListedPage[] {
  const path = [chapter];
  for (let next = chapter; ; ) {
    const parent = chapters.find(({ id }) => id === next.parent_id);
    if (parent === undefined || path.includes(parent)) return path;
    path.unshift(parent);
    next = parent;
  }
}

interface MovePageProps {
  readonly page: Pick<ListedPage, 'id' | 'title' | 'parent_id'>;
  move(move: Move): void;
  close(): void;
}

/** Dialog that moves a page, or a chapter, in the navigation. */
export function MovePage({ page, move, close }: MovePageProps) {
  const [chosen, choose] = useState<Move | null>(null);
  return (
    <Dialog
      name="Move page"
      title={`Move “${page.title}”`}
      actions={
        <Button
          class="btn go"
          disabled={chosen === null}
          onClick={() => {
            close();
            if (chosen !== null) move(chosen);
          }}
        >
          Move
        </Button>
      }
      close={close}
    >
      <div class="body stack">
        <PlaceFields page={page} choose={choose} />
      </div>
    </Dialog>
  );
}
