import { useState } from 'preact/hooks';
import type { Page } from '../../content/page.js';
import { visibilityNames } from '../labels.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import type { Arrangement } from './api.js';
import type { Editor } from './editor.js';
import { arrange, type Problems, pageHref, problemsOf } from './pages.js';
import { Panel } from './panel.js';
import { PlaceFields, usePlaceChoice } from './place-fields.js';
import type { Saver } from './saver.js';
import { useEditor, useSelected } from './use.js';

const readerHints = {
  public: 'Also without signing in, where the portal is open to them.',
  internal: 'After signing in.',
  hidden: 'Others do not see that it exists.',
} as const;

interface PagePanelProps {
  readonly saver: Saver;
  close(): void;
}

/** Address, place and readers of the page; they are saved together, apart from its content. */
export function PagePanel({ saver, close }: PagePanelProps) {
  const editor = useEditor();
  const stored = useSelected(({ settings }) => settings);
  /** Chosen values. They stay when others store the page. */
  const [chosen, setChosen] = useState<Partial<Pick<Page, 'slug' | 'visibility'>>>({});
  const { slug, visibility } = { ...stored, ...chosen };
  const place = usePlaceChoice(stored);
  const [problems, setProblems] = useState<Problems>({});
  const save = async (): Promise<void> => {
    const changes = [
      slug.trim() !== stored.slug && { name: 'address', to: { slug }, back: { slug: stored.slug } },
      place.move !== null && { name: 'place', ...place.move },
      visibility !== stored.visibility && {
        name: 'readers',
        to: { visibility },
        back: { visibility: stored.visibility },
      },
    ].filter((change) => change !== false);
    if (changes.length === 0) return editor.showMessage('Nothing to save.');
    const to: Arrangement = Object.assign({}, ...changes.map((change) => change.to));
    const back: Arrangement = Object.assign({}, ...changes.map((change) => change.back));
    const names = changes.map(({ name }) => name).join(', ');
    const refused = await arrange(editor, stored.id, [to, back], `Saved. Changed: ${names}.`);
    setProblems(refused);
    if (Object.keys(refused).length > 0) return;
    setChosen((now) => (now === chosen ? {} : now));
    place.chooseNone();
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
          <SlugField
            slug={slug}
            problem={problems.slug}
            change={(next) => setChosen((before) => ({ ...before, slug: next }))}
          />
          <PlaceFields place={place} />
        </div>
        <fieldset class="sec readers">
          <legend>Who may read it</legend>
          {(['public', 'internal', 'hidden'] as const).map((value) => (
            <label>
              <input
                type="radio"
                name="visibility"
                checked={visibility === value}
                onChange={() => setChosen((before) => ({ ...before, visibility: value }))}
              />
              <span>
                {visibilityNames[value]}
                <small>{readerHints[value]}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <div class="sec">
          {problems[''] !== undefined && (
            <p class="err" role="alert">
              {problems['']}
            </p>
          )}
          <button type="submit" class="btn">
            Save settings
          </button>
        </div>
      </form>
      <PageActions saver={saver} refuse={(error) => setProblems(problemsOf(error))} />
    </Panel>
  );
}

interface SlugFieldProps {
  readonly slug: string;
  readonly problem: string | undefined;
  change(slug: string): void;
}

function SlugField({ slug, problem, change }: SlugFieldProps) {
  return (
    <div class="field">
      <label for="page-slug">Address</label>
      <input
        class="in mono"
        id="page-slug"
        maxLength={255}
        required
        value={slug}
        aria-invalid={problem !== undefined}
        aria-describedby="page-slug-hint"
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      <span id="page-slug-hint" class={problem === undefined ? 'hint' : 'err'}>
        {problem ?? 'Links to the old address stop working.'}
      </span>
    </div>
  );
}

interface PageActionsProps {
  readonly saver: Saver;
  /** Called with what the server answered in place of doing it. */
  refuse(error: unknown): void;
}

function PageActions({ saver, refuse }: PageActionsProps) {
  const editor = useEditor();
  /** Opens another page. Unsaved changes stay on this device. */
  const leaveFor = (address: Promise<string>): void => {
    saver.keeper.keepNow();
    void address.then((to) => location.assign(to)).catch(refuse);
  };
  const { onlyIn } = editor.api.place;
  if (onlyIn !== null) {
    return (
      <div class="sec acts">
        <a class="it" href={editor.api.proposalHref(onlyIn)}>
          <Icon name="eye" />
          See the proposal
        </a>
      </div>
    );
  }
  return (
    <div class="sec acts">
      <a class="it" href={`${editor.api.place.base}/-/history/${editor.settings.id}`}>
        <Icon name="history" />
        History
      </a>
      {!editor.isChapter && (
        <Button icon="copy" class="it" onClick={() => leaveFor(duplicate(editor))}>
          Duplicate page
        </Button>
      )}
      <Button icon="trash" class="it bad" onClick={() => leaveFor(moveToTrash(editor))}>
        Move to the trash
      </Button>
    </div>
  );
}

/** @returns address of the copy */
async function duplicate(editor: Editor): Promise<string> {
  const { slug } = await editor.api.duplicate();
  return pageHref(editor, slug, '#edit');
}

/** @returns address of the page's chapter */
async function moveToTrash({ api }: Editor): Promise<string> {
  const chapter = document.querySelector<HTMLAnchorElement>('main > .crumb a:last-child');
  return `${chapter?.href ?? `${api.place.base}/`}?done=${await api.trash()}`;
}
