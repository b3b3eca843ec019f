import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../parts/button.js';
import type { ListedPage, PagePlace } from './api.js';
import { announce } from './focus.js';
import { placeAt, placeWords } from './pages.js';
import { Dialog } from './popup.js';
import { useEditor } from './use.js';

/** Another place of a page, the one that it has, and the first in words. */
export interface Move {
  readonly to: PagePlace;
  readonly back: PagePlace;
  readonly words: string;
}

interface PlaceProps {
  readonly page: Pick<ListedPage, 'id' | 'parent_id'>;
  /** Takes the place that is chosen; `null`: the one that it has. */
  choose(move: Move | null): void;
}

/** Fields for the chapter of a page, and for its place there. */
export function PlaceFields({ page, choose }: PlaceProps) {
  const { api } = useEditor();
  const { id, parent_id } = page;
  const [parent, setParent] = useState(parent_id);
  const [chapters, setChapters] = useState<readonly ListedPage[]>([]);
  /** Other pages of the chapter; `null`: they are not known yet. */
  const [others, setOthers] = useState<readonly ListedPage[] | null>(null);
  const [at, setAt] = useState(0);
  const stored = useRef<{ at: number; place: PagePlace }>({ at: -1, place: { parent_id } });
  useEffect(() => {
    setParent(parent_id);
    api.pages({ type: 'container' }).then(setChapters, () => {});
  }, [page]);
  useEffect(() => {
    setOthers(null);
    const show = (all: readonly ListedPage[]): void => {
      const own = all.findIndex((one) => one.id === id);
      const rest = all.filter((one) => one.id !== id);
      if (own >= 0) stored.current = { at: own, place: placeAt(rest, own, parent) };
      setOthers(rest);
      setAt(own < 0 ? rest.length : own);
    };
    api.pages({ parent_id: String(parent) }).then(show, () => {});
  }, [page, parent]);
  useEffect(() => {
    if (others === null || (parent === parent_id && at === stored.current.at)) return choose(null);
    const chapter = chapters.find((one) => one.id === parent)?.title;
    choose({
      to: placeAt(others, at, parent),
      back: stored.current.place,
      words: placeWords(others[at - 1]?.title, chapter),
    });
  }, [others, at]);
  const count = others?.length ?? 0;
  return (
    <>
      <div class="field">
        <label for="page-chapter">Chapter</label>
        <select
          class="in"
          id="page-chapter"
          onChange={({ currentTarget: { value } }) => setParent(value === '' ? null : Number(value))}
        >
          <option value="" selected={parent === null}>
            No chapter
          </option>
          {chapters.map((chapter) => {
            const path = above(chapters, chapter);
            if (path.some((one) => one.id === id)) return null;
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
          <select class="in" id="page-place" onChange={({ currentTarget }) => setAt(Number(currentTarget.value))}>
            {[null, ...(others ?? [])].map((one, index) => (
              <option value={index} selected={index === at}>
                {one === null ? 'First' : `After “${one.title}”`}
              </option>
            ))}
          </select>
          {([-1, 1] as const).map((by) => (
            <Button
              icon={by < 0 ? 'arrow-up' : 'arrow-down'}
              class="btn ic"
              aria-label={by < 0 ? 'Up' : 'Down'}
              disabled={at + by < 0 || at + by > count}
              onClick={() => {
                setAt(at + by);
                announce(`Now ${at + by + 1} of ${count + 1}`);
              }}
            />
          ))}
        </div>
      </div>
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
