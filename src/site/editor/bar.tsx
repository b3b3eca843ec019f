import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { counted, fill, words } from '../../words/words.js';
import { recentTime } from '../browser/local-times.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { draftStateOf } from './draft-time.js';
import { focusNow } from './focus.js';
import { Writers } from './here-now.js';
import { SaveMenu } from './save-menu.js';
import type { Saver } from './saver.js';
import { useEditor, useSelected } from './use.js';

interface SaverProps {
  readonly saver: Saver;
}

interface BarProps extends SaverProps {
  checkLanguage(): void;
  leave(isDiscarded: boolean): void;
}

/** The bar above a page that is being edited. */
export function Bar({ saver, checkLanguage, leave }: BarProps) {
  const { common, editor: texts } = words();
  const editor = useEditor();
  const changes = useSelected(({ changes }) => changes);
  const open = useSelected(({ open }) => open?.kind);
  const isSaving = useSelected(({ offer }) => saver.status === 'saving' && offer === null);
  const mainTarget = useSelected(() => saver.mainTarget);
  const isDirty = changes > 0;
  const isPreview = open === 'preview';
  const preview = (): void => {
    editor.flush();
    editor.select(null);
    editor.show({ kind: 'preview' });
  };
  const actions = [
    { icon: 'eye', name: common.preview, run: preview },
    { icon: 'settings-2', name: texts.pageSettings, run: () => editor.show({ kind: 'page' }) },
    { icon: 'spell-check', name: texts.checkLanguage, run: checkLanguage },
    { icon: 'x', name: isDirty ? common.discard : texts.stop, run: () => leave(isDirty) },
  ] as const;
  useEffect(() => {
    const main = document.querySelector<HTMLElement>('main');
    document.body.classList.toggle('previewing', isPreview);
    if (main !== null) main.inert = isPreview;
  }, [isPreview]);
  if (isPreview) return <PreviewBar />;
  return (
    <>
      <PortalLogo />
      <Button icon="x" iconSize="l" class="btn ic quiet only-s" aria-label={texts.stop} onClick={() => leave(false)} />
      <SaveState saver={saver} />
      <div class="top-end">
        <Writers />
        {actions
          // Wide windows link to the settings below the contents of the page.
          .filter(({ icon }) => icon !== 'settings-2')
          .map(({ icon, name, run }) => (
            <Button class="btn quiet not-s" onClick={run}>
              {icon !== 'x' && <Icon name={icon} />}
              {name}
            </Button>
          ))}
        <Button
          icon="ellipsis"
          iconSize="l"
          class="btn ic quiet only-s"
          aria-label={texts.moreActions}
          aria-expanded={open === 'more'}
          onClick={() => editor.show(open === 'more' ? null : { kind: 'more' })}
        />
        <span class="split">
          <Button class="btn go" aria-busy={isSaving} onClick={() => void saver.save(mainTarget)}>
            {isSaving ? texts.saving : texts.targets[mainTarget]}
          </Button>
          <Button
            icon="chevron-down"
            class="btn go"
            aria-label={texts.moreWaysToSave}
            aria-expanded={open === 'save'}
            onClick={() => editor.show(open === 'save' ? null : { kind: 'save' })}
          />
        </span>
      </div>
      {open === 'save' && <SaveMenu saver={saver} />}
      {open === 'more' && (
        <div class="pop sheet more-menu">
          {actions.map(({ icon, name, run }) => (
            <Button icon={icon} class="it" onClick={run}>
              {name}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

function PreviewBar() {
  const editor = useEditor();
  return (
    <>
      <PortalLogo />
      <div class="state" role="status">
        <b>{words().common.preview}</b>
        <span class="dim cut not-s">{words().editor.asReadersSeeIt}</span>
      </div>
      <div class="top-end">
        <button
          type="button"
          class="btn go"
          aria-keyshortcuts="Escape"
          ref={focusNow}
          onClick={() => editor.show(null)}
        >
          {words().editor.backToWriting}
        </button>
      </div>
    </>
  );
}

/** Whether the page is a draft, the number of unsaved changes, and where they are kept. */
export function SaveState({ saver }: SaverProps) {
  const offline = useSelected(() => (saver.state.status === 'offline' ? saver.state.problem : null));
  const draftState = useSelected(draftStateOf);
  const isDraft = draftState !== null;
  return (
    <div class="state" role="status">
      <b class={isDraft ? '' : 'not-s'}>
        {isDraft ? words().common.proposalStates[draftState] : words().editor.editing}
      </b>
      {offline === null ? <Changes saver={saver} isDraft={isDraft} /> : <Offline saver={saver} problem={offline} />}
    </div>
  );
}

function Offline({ saver, problem }: SaverProps & { readonly problem: string }) {
  const { keptHere, notKeptHere } = words().editor;
  const isRefused = useSelected(() => saver.keeper.isRefused);
  return (
    <span class="chg">
      <Icon name="wifi-off" />
      {problem} <span class="not-s">{isRefused ? notKeptHere : keptHere}</span>
    </span>
  );
}

function Changes({ saver, isDraft }: SaverProps & { readonly isDraft: boolean }) {
  const texts = words().editor;
  const changes = useSelected((editor) => editor.changes);
  const keptState = useSelected(() => keptStateOf(saver));
  const draftState = useSelected(draftStateOf);
  const isAsked = useSelected(({ api, review }) =>
    review.proposals.some(({ number, asked }) => number === api.draft && asked),
  );
  useEffect(() => {
    // The note of the page says what was asked for, until the draft is sent again.
    document.body.classList.toggle('is-asked', isAsked);
  }, [isAsked]);
  const isDecided = draftState === 'approved' || draftState === 'blocked';
  const drafts = useSelected(({ review }) => review.proposals).filter(
    ({ isOwn, state }) => !isOwn && state === 'draft',
  );
  const authors = new Set(drafts.map(({ author }) => author));
  const saved = isDraft ? texts.savedState : texts.noChanges;
  return (
    <>
      {changes > 0 && (
        <span class="chg">
          <span class="dot" />
          {counted(words().scripts.changes, changes)}
        </span>
      )}
      <span class="dim cut not-s">{changes > 0 ? keptState : saved}</span>
      {isDecided && <span class="dim cut not-s">{texts.savingAsksAgain}</span>}
      {authors.size > 0 && <span class="dim cut not-s">{fill(texts.draftOf, { names: [...authors].join(', ') })}</span>}
    </>
  );
}

function keptStateOf({ keeper: { isRefused, keptAt } }: Saver): string {
  const { keptState, notKeptState } = words().editor;
  if (isRefused) return notKeptState;
  return keptAt === null ? '' : fill(keptState, { time: recentTime(new Date(keptAt)) });
}

/** Logo of the portal's own bar. */
export function PortalLogo() {
  const ref = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const logo = document.querySelector('header.top .logo')?.cloneNode(true);
    if (logo !== undefined) ref.current?.replaceChildren(logo);
  }, []);
  return <span class="not-s" ref={ref} />;
}
