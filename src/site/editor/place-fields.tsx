import { useEffect, useState } from 'preact/hooks';
import { Filled } from '../../words/filled.js';
import { fill, words } from '../../words/words.js';
import { Button } from '../parts/button.js';
import type { ListedPage, PagePlace } from './api.js';
import { announce } from './focus.js';
import { placeAt, placeText, problemsOf } from './pages.js';
import { Dialog } from './popup.js';
import { useEditor } from './use.js';

/** A move of a page: its new position, the present one for Undo, and the new one as a text. */
export interface Move {
  readonly to: PagePlace;
  readonly back: PagePlace;
  readonly says: string;
}

interface PageList {
  /** `null` until they are known. */
  readonly pages: readonly ListedPage[] | null;
  readonly problem: string | null;
}

const unknownPages: PageList = { pages: null, problem: null };

/**
 * Pages by a filter, in the order of the navigation.
 *
 * @param filter `null` to read none
 * @param causes reads again when one changes
 */
function usePages(filter: string | null, causes: readonly unknown[]): PageList {
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
  }, [filter, ...causes]);
  return list.filter === filter ? list : unknownPages;
}

/** Position of a page in a list of its chapter, and the other pages there. */
function positionIn(pages: readonly ListedPage[], id: number) {
  return { own: pages.findIndex((page) => page.id === id), siblings: pages.filter((page) => page.id !== id) };
}

interface ChosenPlace {
  /** Id of the chapter. Absent: the present one. */
  readonly parent?: number | null;
  /**
   * Id of the page before the position; `null` for the first position. Absent: the present position, or the last one of
   * another chapter.
   */
  readonly after?: number | null;
}

type MovedPage = Pick<ListedPage, 'id' | 'parent_id'>;
type PlaceChoice = ReturnType<typeof usePlaceChoice>;

/** Choice of the chapter of a page, and of its position there. It stays while others move pages. */
export function usePlaceChoice(page: MovedPage) {
  const { id, parent_id } = page;
  const [chosen, choose] = useState<ChosenPlace>({});
  const [attempt, setAttempt] = useState(0);
  const { parent = parent_id, after } = chosen;
  const causes = [page, attempt];
  const chapterList = usePages('type=container', causes);
  const presentList = usePages(`parent_id=${parent_id}`, causes);
  const otherList = usePages(parent === parent_id ? null : `parent_id=${parent}`, causes);
  const { pages } = parent === parent_id ? presentList : otherList;
  const { own, siblings } = positionIn(pages ?? [], id);
  const present = own < 0 ? siblings.length : own;
  const index = after === undefined ? present : siblings.findIndex((sibling) => sibling.id === after) + 1;
  const chapters = chapterList.pages ?? [];
  const isKnown = pages !== null;

  /** @returns `null` if the position is the present one, or is not known yet */
  const move = (): Move | null => {
    if (pages === null || presentList.pages === null) return null;
    // A new page of a proposal is in no list: it is at the end.
    if (parent === parent_id && index === present) return null;
    const from = positionIn(presentList.pages, id);
    return {
      to: placeAt(siblings, index, parent),
      back: from.own < 0 ? { parent_id } : placeAt(from.siblings, from.own, parent_id),
      says: placeText(siblings[index - 1]?.title, chapters.find((chapter) => chapter.id === parent)?.title),
    };
  };
  return {
    ...{ id, parent, chapters, siblings, index, isKnown, move: move() },
    areChaptersKnown: chapterList.pages !== null,
    problem: chapterList.problem ?? presentList.problem ?? otherList.problem,
    chooseParent: (next: number | null) => choose({ parent: next }),
    chooseIndex: (next: number) => choose({ parent, after: siblings[next - 1]?.id ?? null }),
    chooseNone: () => choose({}),
    readAgain: () => setAttempt(attempt + 1),
  };
}

interface PlaceFieldsProps {
  readonly place: PlaceChoice;
}

/** Fields for the chapter of a page, and for its position there. */
export function PlaceFields({ place }: PlaceFieldsProps) {
  const texts = words().editorPage;
  const { problem, readAgain } = place;
  const tryAgain = (
    <Button class="btn sm" onClick={readAgain}>
      {texts.tryAgain}
    </Button>
  );
  return (
    <>
      {place.areChaptersKnown ? <ChapterField place={place} /> : <UnknownField label={texts.chapter} />}
      {place.isKnown ? <PositionField place={place} /> : <UnknownField label={texts.position} />}
      {problem !== null && (
        <p class="err" role="alert">
          <Filled text={texts.notRead} values={{ problem, tryAgain }} />
        </p>
      )}
    </>
  );
}

/** Field whose values are not read yet. */
function UnknownField({ label }: { readonly label: string }) {
  return (
    <div class="field" aria-busy="true">
      <b>{label}</b>
      <div class="in skel" />
    </div>
  );
}

function ChapterField({ place: { id, parent, chapters, chooseParent } }: PlaceFieldsProps) {
  const paths = chapters.map((chapter) => chapterPath(chapters, chapter));
  const offered = paths.filter((path) => !path.some((chapter) => chapter.id === id));
  return (
    <div class="field">
      <label for="page-chapter">{words().editorPage.chapter}</label>
      <select
        class="in"
        id="page-chapter"
        onChange={({ currentTarget: { value } }) => chooseParent(value === '' ? null : Number(value))}
      >
        <option value="" selected={parent === null}>
          {words().editorPage.noChapter}
        </option>
        {offered.map((path) => (
          <option value={path.at(-1)?.id} selected={path.at(-1)?.id === parent}>
            {path.map(({ title }) => title).join(' › ')}
          </option>
        ))}
      </select>
    </div>
  );
}

function PositionField({ place: { siblings, index, chooseIndex } }: PlaceFieldsProps) {
  const texts = words().editorPage;
  const count = siblings.length + 1;
  const step = (by: -1 | 1) => (
    <Button
      icon={by < 0 ? 'arrow-up' : 'arrow-down'}
      class="btn ic"
      aria-label={by < 0 ? texts.up : texts.down}
      disabled={index + by < 0 || index + by >= count}
      onClick={() => {
        chooseIndex(index + by);
        announce(fill(texts.positionOf, { n: index + by + 1, count }));
      }}
    />
  );
  return (
    <div class="field">
      <label for="page-place">{texts.position}</label>
      <div class="row">
        <select class="in" id="page-place" onChange={({ currentTarget }) => chooseIndex(Number(currentTarget.value))}>
          {[null, ...siblings].map((before, option) => (
            <option value={option} selected={option === index}>
              {before === null ? texts.first : fill(texts.after, { title: before.title })}
            </option>
          ))}
        </select>
        {step(-1)}
        {step(1)}
      </div>
    </div>
  );
}

/** The chapters above a chapter, the highest first, and the chapter itself. */
function chapterPath(chapters: readonly ListedPage[], chapter: ListedPage): readonly ListedPage[] {
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
  const texts = words().editorPage;
  const place = usePlaceChoice(page);
  const moveAndClose = (): void => {
    close();
    if (place.move !== null) move(place.move);
  };
  return (
    <Dialog
      name={texts.movePage}
      title={fill(texts.moveNamed, { title: page.title })}
      actions={
        <Button class="btn go" disabled={place.move === null} onClick={moveAndClose}>
          {texts.move}
        </Button>
      }
      close={close}
    >
      <div class="body stack">
        <PlaceFields place={place} />
      </div>
    </Dialog>
  );
}
