import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../../content/page.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { arrange, type Problems, pageHref, problemsOf } from './pages.js';
import { Panel } from './panel.js';
import { type Move, PlaceFields } from './place-fields.js';
import type { Saver } from './saver.js';
import { useEditor, useSelected } from './use.js';

const readers = [
  ['public', 'Everyone', 'Also without signing in, where the portal is open to them.'],
  ['internal', 'People of the brand', 'After signing in.'],
  ['hidden', 'Only editors', 'Others do not see that it exists.'],
] as const;

const wantedOf = ({ slug, visibility }: Page) => ({ slug, visibility });

interface PagePanelProps {
  readonly saver: Saver;
  close(): void;
}

/** Address, place and readers of the page; they are saved together, apart from its content. */
export function PagePanel({ saver, close }: PagePanelProps) {
  const editor = useEditor();
  const about = useSelected((one) => one.about);
  const [wanted, setWanted] = useState(wantedOf(about));
  const [move, setMove] = useState<Move | null>(null);
  const [problem, setProblem] = useState<Problems>({});
  useEffect(() => setWanted(wantedOf(about)), [about]);
  const save = async (): Promise<void> => {
    const { slug, visibility } = wanted;
    const isRenamed = slug.trim() !== about.slug;
    const isShown = visibility !== about.visibility;
    const to = { ...(isRenamed && { slug }), ...move?.to, ...(isShown && { visibility }) };
    const back = {
      ...(isRenamed && { slug: about.slug }),
      ...move?.back,
      ...(isShown && { visibility: about.visibility }),
    };
    const names = [isRenamed && 'address', move && 'place', isShown && 'readers'].filter(Boolean);
    if (names.length === 0) editor.say('Nothing to save.');
    else setProblem(await arrange(editor, about.id, [to, back], `Saved. Changed: ${names.join(', ')}.`));
  };
  const duplicate = async (): Promise<void> => {
    saver.keeper.keepNow();
    await editor.api.duplicate().then(
      ({ slug }) => location.assign(pageHref(editor, slug, '#edit')),
      (error) => setProblem(problemsOf(error)),
    );
  };
  const moveToTrash = async (): Promise<void> => {
    saver.keeper.keepNow();
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
          <PlaceFields page={about} choose={setMove} />
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
        <a class="it" href={`${editor.api.place.base}/-/history/${about.id}`}>
          <Icon name="history" />
          History
        </a>
        {!editor.isChapter && (
          <Button icon="copy" class="it" onClick={() => void duplicate()}>
            Duplicate page
          </Button>
        )}
        <Button icon="trash" class="it bad" onClick={() => void moveToTrash()}>
          Move to the trash
        </Button>
      </div>
    </Panel>
  );
}
