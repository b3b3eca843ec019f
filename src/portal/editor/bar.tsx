import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { plural } from '../../lib/plural.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { focusNow } from './focus.js';
import { SaveMenu, targetNames } from './save-menu.js';
import type { Saver } from './saver.js';
import { useEditor, useSelected } from './use.js';

interface BarProps {
  readonly saver: Saver;
  checkLanguage(): void;
  leave(isDiscarded: boolean): void;
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** The bar above a page that is being edited. */
export function Bar({ saver, checkLanguage, leave }: BarProps) {
  const editor = useEditor();
  const changes = useSelected(({ changes }) => changes);
  const open = useSelected(({ open }) => open?.kind);
  const isSaving = useSelected(() => saver.status === 'saving');
  const mainTarget = useSelected(() => saver.mainTarget);
  const isDirty = changes > 0;
  const isPreview = open === 'preview';
  const preview = (): void => {
    editor.flush();
    editor.select(null);
    editor.show({ kind: 'preview' });
  };
  const ways = [
    ['eye', 'Preview', preview],
    // Wide windows link to them below the contents of the page.
    ['settings-2', 'Page settings', () => editor.show({ kind: 'page' })],
    ['spell-check', 'Check language', checkLanguage],
    ['x', isDirty ? 'Discard' : 'Stop editing', () => leave(isDirty)],
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
      <Button
        icon="x"
        iconSize="l"
        class="btn ic quiet only-s"
        aria-label="Stop editing"
        onClick={() => leave(false)}
      />
      <SaveState saver={saver} />
      <div class="top-end">
        {ways.map(
          ([icon, name, run]) =>
            icon !== 'settings-2' && (
              <Button class="btn quiet not-s" onClick={run}>
                {icon !== 'x' && <Icon name={icon} />}
                {name}
              </Button>
            ),
        )}
        <Button
          icon="ellipsis"
          iconSize="l"
          class="btn ic quiet only-s"
          aria-label="More actions"
          aria-expanded={open === 'more'}
          onClick={() => editor.show(open === 'more' ? null : { kind: 'more' })}
        />
        <span class="split">
          <Button class="btn go" aria-busy={isSaving} onClick={() => void saver.save(mainTarget)}>
            {isSaving ? 'Saving' : targetNames[mainTarget]}
          </Button>
          <Button
            icon="chevron-down"
            class="btn go"
            aria-label="More ways to save"
            aria-expanded={open === 'save'}
            onClick={() => editor.show(open === 'save' ? null : { kind: 'save' })}
          />
        </span>
      </div>
      {open === 'save' && <SaveMenu saver={saver} />}
      {open === 'more' && (
        <div class="pop sheet more-menu">
          {ways.map(([icon, name, run]) => (
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
        <b>Preview</b>
        <span class="dim cut not-s">as readers see it</span>
      </div>
      <div class="top-end">
        <button
          type="button"
          class="btn go"
          aria-keyshortcuts="Escape"
          ref={focusNow}
          onClick={() => editor.show(null)}
        >
          Back to writing
        </button>
      </div>
    </>
  );
}

/** Whether the page is a draft, the number of unsaved changes, and where they are kept. */
function SaveState({ saver }: { readonly saver: Saver }) {
  const changes = useSelected(({ changes }) => changes);
  const offline = useSelected(() => (saver.state.status === 'offline' ? saver.state.problem : null));
  const kept = useSelected(
    ({ isDirty }) => isDirty && saver.keeper.keptAt !== null && clock.format(saver.keeper.keptAt),
  );
  const isDraft = useSelected(({ api }) => api.draft !== null);
  const others = useSelected(({ review }) => review.proposals).filter(
    ({ isOwn, state }) => !isOwn && state === 'draft',
  );
  const saved = isDraft ? 'saved' : 'no changes';
  const isRefused = useSelected(() => saver.keeper.isRefused);
  const unsaved = isRefused ? 'not kept on this device' : kept !== false && `kept on this device, ${kept}`;
  return (
    <div class="state" role="status">
      <b class={isDraft ? '' : 'not-s'}>{isDraft ? 'Draft' : 'Editing'}</b>
      {offline !== null ? (
        <span class="chg">
          <Icon name="wifi-off" />
          {offline} <span class="not-s">{isRefused ? 'Not kept on this device' : 'Kept on this device'}</span>
        </span>
      ) : (
        <>
          {changes > 0 && (
            <span class="chg">
              <span class="dot" />
              {plural(changes, 'change')}
            </span>
          )}
          <span class="dim cut not-s">{changes > 0 ? unsaved : saved}</span>
          {others.length > 0 && (
            <span class="dim cut not-s">Draft of {[...new Set(others.map(({ author }) => author))].join(', ')}</span>
          )}
        </>
      )}
    </div>
  );
}

/** Logo of the portal's own bar. */
function PortalLogo() {
  const ref = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const logo = document.querySelector('header.top .logo')?.cloneNode(true);
    if (logo !== undefined) ref.current?.replaceChildren(logo);
  }, []);
  return <span class="not-s" ref={ref} />;
}
