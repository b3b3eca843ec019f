import type { ComponentType } from 'preact';
import { isTyping } from '../../browser/events.js';
import type { Opened, Place } from '../api.js';
import { Bubble } from '../bubble.js';
import { Copies } from '../copies.js';
import { drawEditor, leaving } from '../draw.js';
import { focusFirst } from '../focus.js';
import { Keeper } from '../keeper.js';
import { LanguageCheck } from '../language.js';
import { LanguageMarks } from '../language-marks.js';
import { Message, RefusedNote, RemoteNote } from '../notes.js';
import { offerReview } from '../offer-review.js';
import type { PanelsProps } from '../panels-props.js';
import { Refusal } from '../refusal.js';
import { RemoteChanges } from '../remote-changes.js';
import { Saver } from '../saver.js';
import { useSelected } from '../use.js';
import { BlockList } from '../written-blocks.js';
import { TranslatingBar, TranslatingPhoneBar } from './bar.js';
import { Signs } from './signs.js';
import { SourceCard } from './source-card.js';
import { TextsApi } from './texts-api.js';
import { TextsEditor } from './texts-editor.js';

type ShownPanels = ComponentType<PanelsProps>;

/**
 * Makes the page of a portal the place to translate it.
 *
 * @param first block whose text gets the caret
 * @param Panels draws the panels of the editor
 */
export async function startTranslating(place: Place, first: string | null, Panels: ShownPanels): Promise<void> {
  const api = new TextsApi(place, place.language ?? '');
  const { copies, copy } = await Copies.open(place);
  api.draft = copy?.draft ?? null;
  const opened = await openOwn(api, copy !== null);
  const editor = new TextsEditor(api, opened, copy);
  editor.drawSource = (place) => <SourceCard key={`source ${place}`} place={place} editor={editor} />;
  api.askReview = (propose, asked) => offerReview(editor, propose, asked);
  const saver = new Saver(editor, new Keeper(editor, copies, copy?.at ?? null));
  const remote = new RemoteChanges(editor, saver);
  const language = new LanguageCheck(editor, opened.hasLanguage);
  saver.countFindings = () => language.run();
  saver.onStoredElsewhere = () => void remote.look();
  editor.leave = async (href) => {
    if (editor.isDirty && !editor.review.mayPublish) await saver.save('draft');
    if (saver.status === 'idle') location.assign(href);
  };
  // Changes are asked for again with a newer source.
  let { base } = editor;
  editor.subscribe(() => {
    if (editor.base !== base) editor.changed = null;
    base = editor.base;
  });
  const checkLanguage = (): void => void language.show();

  document.body.classList.add('translating');
  const main = drawEditor(editor, {
    blocks: <Texts editor={editor} />,
    bar: (
      <TranslatingBar
        editor={editor}
        saver={saver}
        checkLanguage={checkLanguage}
        leave={leaving(editor, saver, remote)}
      />
    ),
    layer: (
      <>
        <Signs editor={editor} />
        <Bubble />
        <OpenPanels editor={editor} saver={saver} language={language} Panels={Panels} />
        <LanguageMarks check={language} />
        <Notes saver={saver} remote={remote} />
        <TranslatingPhoneBar editor={editor} checkLanguage={checkLanguage} />
      </>
    ),
  });
  if (main === null) return;
  main.lang = api.into.language;
  startKeys(editor, saver);
  remote.start();
  if (first !== null) focusFirst(first);
  else if (editor.places.some((one) => editor.stateOf(one) !== 'current')) void editor.next(1);
}

/** Opens the person's own proposal of these texts, or the page. */
async function openOwn(api: TextsApi, isKept: boolean): Promise<Opened> {
  const opened = await api.open().catch((error: unknown) => {
    if (api.draft === null || !(error instanceof Refusal) || error.status !== 404) throw error;
    api.draft = null;
    return api.open();
  });
  const own = opened.review.proposals.find(({ isOwn }) => isOwn)?.number;
  // Reviewed texts go page after page into one proposal.
  const draft = own ?? (opened.review.mayPublish ? null : api.ownDraft);
  if (isKept || api.draft !== null || draft === null) return opened;
  api.draft = draft;
  return api.open();
}

interface PartProps {
  readonly editor: TextsEditor;
  readonly saver: Saver;
}

function Texts({ editor }: Pick<PartProps, 'editor'>) {
  const blocks = useSelected(({ state }) => state.blocks);
  return (
    <>
      <SourceCard place="" editor={editor} />
      <BlockList holder={null} field="" blocks={blocks} />
    </>
  );
}

interface OpenPanelsProps extends PartProps {
  readonly language: LanguageCheck;
  readonly Panels: ShownPanels;
}

function OpenPanels({ editor, saver, language, Panels }: OpenPanelsProps) {
  const open = useSelected(({ open }) => open);
  const status = useSelected(() => saver.status);
  const hasOffer = useSelected(({ offer }) => offer !== null);
  const isOpen = open?.kind === 'language' || hasOffer || !['idle', 'saving', 'offline', 'refused'].includes(status);
  return isOpen ? <Panels open={open} saver={saver} language={language} close={() => editor.show(null)} /> : null;
}

function Notes({ saver, remote }: Pick<PartProps, 'saver'> & { readonly remote: RemoteChanges }) {
  const state = useSelected(() => saver.state);
  return (
    <>
      {state.status === 'refused' && <RefusedNote saver={saver} {...state} />}
      <RemoteNote remote={remote} saver={saver} />
      <Message />
    </>
  );
}

function startKeys(editor: TextsEditor, saver: Saver): void {
  const press = (event: KeyboardEvent): void => {
    const { isComposing, defaultPrevented, target } = event;
    if (isComposing || defaultPrevented || document.querySelector('dialog[open]') !== null) return;
    const run = keyOf(event, editor, saver, isTyping(target));
    if (run === null) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  document.addEventListener('keydown', press, { capture: true });
}

/** Command of a key; `null` if it has none. */
function keyOf(event: KeyboardEvent, editor: TextsEditor, saver: Saver, isText: boolean): (() => void) | null {
  const { key, code, metaKey, ctrlKey, shiftKey, altKey } = event;
  const place = editor.focused ?? editor.source ?? '';
  if (altKey && !metaKey && !ctrlKey) {
    if (key === 'ArrowDown') return () => void editor.next(1);
    if (key === 'ArrowUp') return () => void editor.next(-1);
    if (key === 'Enter') return () => editor.confirm(place);
    // Macs make another letter of it with Alt.
    if (code === 'KeyS') return () => editor.showSource(editor.source === place ? null : place);
    return null;
  }
  if (metaKey || ctrlKey) {
    const letter = key.toLowerCase();
    if (letter === 's') return () => (shiftKey ? editor.show({ kind: 'save' }) : void saver.save('draft'));
    if (letter === 'z') return () => editor.step(shiftKey ? 'redo' : 'undo');
    if (letter === 'y') return () => editor.step('redo');
    return key === 'Enter' ? () => void editor.next(1) : null;
  }
  if (key === 'Escape' && editor.open !== null) return () => editor.show(null);
  if (key === 'Escape' && editor.source !== null) return () => editor.showSource(null);
  return key === '/' && !isText ? () => void editor.refuse() : null;
}
