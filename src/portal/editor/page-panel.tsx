import { useEffect, useRef, useState } from 'preact/hooks';
import type { Page } from '../../content/page.js';
import { Icon } from '../parts/icon.js';
import type { ListedPage, PagePlace } from './api.js';
import { announce } from './focus.js';
import { arrange, type Problems, placeAt, problemsOf } from './pages.js';
import { Panel } from './panel.js';
import type { Saver } from './saver.js';
import { useEditor, useSelected } from './use.js';

const readers = [
  ['public', 'Everyone', 'Also without signing in, where the portal is open to them.'],
  ['internal', 'People of the brand', 'After signing in.'],
  ['hidden', 'Only editors', 'Others do not see that it exists.'],
] as const;

const wantedOf = ({ slug, visibility, parent_id }: Page) => ({ slug, visibility, parent: parent_id });

interface PagePanelProps {
  readonly saver: Saver;
  close(): void;
}

/** Address, place and readers of the page; they are saved together, apart from its content. */
export function PagePanel({ saver, close }: PagePanelProps) {
  const editor = useEditor();
  const about = useSelected((one) => one.about);
  const { id } = about;
  const [wanted, setWanted] = useState(wantedOf(about));
  const [chapters, setChapters] = useState<readonly ListedPage[]>([]);
  /** Other pages of the chapter; `null`: they are not known yet. */
  const [others, setOthers] = useState<readonly ListedPage[] | null>(null);
  const [at, setAt] = useState(0);
  const stored = useRef<{ readonly at: number; readonly place: PagePlace } | null>(null);
  const [problem, setProblem] = useState<Problems>({});
  useEffect(() => {
    setWanted(wantedOf(about));
    editor.api.pages({ type: 'container' }).then(setChapters, () => {});
  }, [about]);
  useEffect(() => {
    setOthers(null);
    const show = (all: readonly ListedPage[]): void => {
      const own = all.findIndex((page) => page.id === id);
      const rest = all.filter((page) => page.id !== id);
      if (own >= 0) stored.current = { at: own, place: placeAt(rest, own, wanted.parent) };
      setOthers(rest);
      setAt(own < 0 ? rest.length : own);
    };
    editor.api.pages({ parent_id: String(wanted.parent) }).then(show, () => {});
  }, [wanted.parent, about]);
  const count = others?.length ?? 0;
  const save = async (): Promise<void> => {
    const { slug, visibility, parent } = wanted;
    const isMoved = others !== null && (parent !== about.parent_id || at !== stored.current?.at);
    const place = isMoved && stored.current && ([placeAt(others, at, parent), stored.current.place] as const);
    const done = [
      ...(slug.trim() === about.slug ? [] : [['address', { slug }, { slug: about.slug }] as const]),
      ...(place ? [['place', ...place] as const] : []),
      ...(visibility === about.visibility
        ? []
        : [['readers', { visibility }, { visibility: about.visibility }] as const]),
    ];
    if (done.length === 0) return editor.say('Nothing to save.');
    const [to, back] = [
      Object.assign({}, ...done.map(([, to]) => to)),
      Object.assign({}, ...done.map(([, , back]) => back)),
    ];
    const names = done.map(([name]) => name).join(', ');
    setProblem(await arrange(editor, id, [to, back], `Saved. Changed: ${names}.`));
  };
  const moveToTrash = async (): Promise<void> => {
    saver.keepNow();
    const to =
      document.querySelector<HTMLAnchorElement>('main > .crumb a:last-child')?.href ?? `${editor.api.place.base}/`;
    try {
      location.assign(`${to}?done=${await editor.api.trash()}`);
    } catch (error) {
      setProblem(problemsOf(error));
    }
  };
  return (
    <Panel icon="settings-2" title="Page settings" close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div class="sec">
          <div class="field">
            <label for="page-slug">Address</label>
            <input
              class="in mono"
              id="page-slug"
              maxLength={255}
              required
              value={wanted.slug}
              aria-invalid={problem.slug !== undefined}
              aria-describedby="page-slug-hint"
              onInput={({ currentTarget }) => setWanted({ ...wanted, slug: currentTarget.value })}
            />
            <span id="page-slug-hint" class={problem.slug === undefined ? 'hint' : 'err'}>
              {problem.slug ?? 'Links to the old address stop working.'}
            </span>
          </div>
          <div class="field">
            <label for="page-chapter">Chapter</label>
            <select
              class="in"
              id="page-chapter"
              onChange={({ currentTarget: { value } }) =>
                setWanted({ ...wanted, parent: value === '' ? null : Number(value) })
              }
            >
              <option value="" selected={wanted.parent === null}>
                No chapter
              </option>
              {chaptersFor(chapters, id).map((chapter) => (
                <option value={chapter.id} selected={chapter.id === wanted.parent}>
                  {pathOf(chapters, chapter)}
                </option>
              ))}
            </select>
          </div>
          <div class="field">
            <label for="page-place">In the navigation</label>
            <div class="row">
              <select class="in" id="page-place" onChange={({ currentTarget }) => setAt(Number(currentTarget.value))}>
                {[null, ...(others ?? [])].map((page, index) => (
                  <option value={index} selected={index === at}>
                    {page === null ? 'First' : `After “${page.title}”`}
                  </option>
                ))}
              </select>
              {([-1, 1] as const).map((by) => (
                <button
                  type="button"
                  class="btn ic"
                  aria-label={by < 0 ? 'Up' : 'Down'}
                  disabled={at + by < 0 || at + by > count}
                  onClick={() => {
                    setAt(at + by);
                    announce(`Now ${at + by + 1} of ${count + 1}`);
                  }}
                >
                  <Icon name={by < 0 ? 'arrow-up' : 'arrow-down'} />
                </button>
              ))}
            </div>
          </div>
        </div>
        <fieldset class="sec readers">
          <legend>Who may read it</legend>
          {readers.map(([value, name, hint]) => (
            <label>
              <input
                type="radio"
                name="visibility"
                checked={wanted.visibility === value}
                onChange={() => setWanted({ ...wanted, visibility: value })}
              />
              <span>
                {name}
                <small>{hint}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <div class="sec">
          {problem[''] !== undefined && (
            <p class="err" role="alert">
              {problem['']}
            </p>
          )}
          <button type="submit" class="btn">
            Save settings
          </button>
        </div>
      </form>
      <div class="sec acts">
        <button type="button" class="it bad" onClick={() => void moveToTrash()}>
          <Icon name="trash" />
          Move to the trash
        </button>
      </div>
    </Panel>
  );
}

/** Chapters in which a page can be: not itself, nor one in it. */
function chaptersFor(chapters: readonly ListedPage[], id: number): readonly ListedPage[] {
  return chapters.filter((chapter) => above(chapters, chapter).every((one) => one.id !== id));
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

const pathOf = (chapters: readonly ListedPage[], chapter: ListedPage): string =>
  above(chapters, chapter)
    .map(({ title }) => title)
    .join(' › ');
