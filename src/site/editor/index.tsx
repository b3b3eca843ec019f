import { fill, words } from '../../words/words.js';
import { isTyping } from '../browser/events.js';
import { Api, type Opened, type Place } from './api.js';
import { Bar } from './bar.js';
import { Copies } from './copies.js';
import { draftEnd, draftTime, isOwnDraft } from './draft-time.js';
import { drawEditor, leaving } from './draw.js';
import { Editor } from './editor.js';
import { blockIdAt, focusBlock, focusFirst, focusText } from './focus.js';
import { startHereNow } from './here-now.js';
import { Keeper } from './keeper.js';
import { startKeys } from './keys.js';
import { LanguageCheck } from './language.js';
import { Layer } from './layer.js';
import { startNavigationMoves } from './navigation.js';
import { offerReview } from './offer-review.js';
import { firstText, isUnwritten } from './page-model.js';
import { loadPanels, PanelsOnDemand } from './panels-on-demand.js';
import { PhoneBar } from './phone-bar.js';
import { Refusal } from './refusal.js';
import { RemoteChanges } from './remote-changes.js';
import { Saver } from './saver.js';
import { startTables } from './table-controls.js';
import { addPictures, uploadInto } from './upload.js';
import { useSelected } from './use.js';
import { BlockList } from './written-blocks.js';

/**
 * Makes the page of a portal the place to write.
 *
 * @param first block whose text gets the caret
 * @param opens panel that is open
 */
export async function startEditor(place: Place, first: string | null, opens: 'page' | null): Promise<void> {
  if (place.language !== null) return (await loadPanels()).startTranslating(place, first, PanelsOnDemand);
  const api = new Api(place);
  const { copies, copy } = await Copies.open(place);
  api.draft = copy?.draft ?? null;
  const opened = copy === null ? await openNewest(api) : await openDraftOrPage(api);
  const editor = new Editor(api, opened, copy);
  api.askReview = (propose, asked) => offerReview(editor, propose, asked);
  const saver = new Saver(editor, new Keeper(editor, copies, copy?.at ?? null));
  const remote = new RemoteChanges(editor, saver);
  const language = new LanguageCheck(editor, opened.hasLanguage);
  saver.countFindings = () => language.run();
  saver.onStoredElsewhere = () => void remote.look();

  const main = drawEditor(editor, {
    blocks: <Blocks />,
    bar: <Bar saver={saver} checkLanguage={() => void language.show()} leave={leaving(editor, saver, remote)} />,
    layer: (
      <>
        <Layer saver={saver} remote={remote} language={language} />
        <PhoneBar />
      </>
    ),
  });
  if (main === null) return;
  startKeys(editor, saver);
  remote.start();
  startHereNow(editor);
  selectByClicks(main, editor);
  startNavigationMoves(editor);
  startTables(main, editor);
  startDrops(main, editor);
  startPastes(editor);
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-page-settings]')) editor.show({ kind: 'page' });
  });

  offerDraft(editor, saver);
  if (first !== null) focusFirst(first);
  else if (isUnwritten(editor.state.blocks[0])) focusText(firstText.id);
  if (opens !== null) editor.show({ kind: opens });
}

/**
 * Opens the person's own proposal: that in which the page is new, that of the address, or the newest. Without one it opens the page.
 * A draft that the address names may be empty, as one that was begun from a note.
 */
async function openNewest(api: Api): Promise<Opened> {
  api.draft = api.place.onlyIn;
  const opened = await api.open();
  const own = opened.review.proposals.filter(({ isOwn }) => isOwn);
  const named = new URLSearchParams(location.search).get('draft');
  if (api.draft !== null) return opened;
  const draft = own.find(({ number }) => String(number) === named)?.number ?? (await emptyDraft(api, named));
  api.draft = draft ?? own[0]?.number ?? null;
  return api.draft === null ? opened : openDraftOrPage(api);
}

/** The person's own draft that the address names, if nothing is in it yet. */
async function emptyDraft(api: Api, named: string | null): Promise<number | null> {
  if (named === null || !/^[1-9]\d{0,8}$/.test(named)) return null;
  const found = await api.proposal(Number(named)).catch(() => null);
  if (found === null || found.state !== 'draft' || found.changes.length > 0) return null;
  return found.author.id === api.place.person.id && found.author.grant === null ? found.number : null;
}

/** Opens the chosen draft, or the page if there is no such draft any more. */
async function openDraftOrPage(api: Api): Promise<Opened> {
  try {
    return await api.open();
  } catch (error) {
    if (api.draft === null || !(error instanceof Refusal) || error.status !== 404) throw error;
    api.draft = null;
    return api.open();
  }
}

/** Elements that take a click themselves. */
const texts = '[role=textbox], .tabs > section > .cap, button:not(.col button), input, label, textarea, select';

/** A click on a block, but on none of its texts and controls, selects it; a click elsewhere selects nothing. */
function selectByClicks(main: HTMLElement, editor: Editor): void {
  let pressed: Element | null = null;
  main.addEventListener('pointerdown', ({ target }) => {
    pressed = target instanceof Element ? target : null;
  });
  main.addEventListener('click', (event) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    // Target of a click is the common ancestor where its press and release differ: a grip came under it, a selection
    // ended.
    const start = pressed !== null && target.contains(pressed) ? pressed : target;
    const id = blockIdAt(target);
    if (id !== null && target.closest('a[href], summary')) event.preventDefault();
    const isText = start.closest(texts) !== null;
    const isMark = target.closest('.tag.warn') !== null;
    if (id !== null && !isText) {
      editor.select(id);
      // A mark says what is missing in the settings.
      if (isMark) editor.show({ kind: 'settings', id });
      else focusBlock(id);
    } else editor.select(null);
  });
}

/** Offers to go on with the person's own draft, unless it is open already. */
function offerDraft(editor: Editor, saver: Saver): void {
  const draft = editor.review.proposals.find(isOwnDraft);
  if (draft === undefined || editor.api.draft !== null) return;
  const { common, editor: texts } = words();
  const asks = fill(texts.goOnWithDraftAsked, { time: draftTime(draft) });
  editor.showMessage(`${asks} ${draftEnd(draft)}`.trim(), {
    name: common.goOn,
    act: () => saver.continueDraft(draft),
  });
}

/** A paste outside of texts comes as a text: below the selected block, or into an empty page. */
function startPastes(editor: Editor): void {
  document.addEventListener('paste', (event) => {
    const { clipboardData, target } = event;
    const { isChapter, open, selected, state } = editor;
    const isUntouched = selected === null && isUnwritten(state.blocks[0]);
    const isEmpty = !isChapter && (state.blocks.length === 0 || isUntouched);
    const isCovered = open !== null || document.querySelector('dialog[open]') !== null;
    if (clipboardData === null || isTyping(target) || isCovered || (selected === null && !isEmpty)) return;
    event.preventDefault();
    const copied = new DataTransfer();
    for (const type of ['text/html', 'text/plain']) copied.setData(type, clipboardData.getData(type));
    for (const file of clipboardData.files) copied.items.add(file);
    if (isUntouched) focusText(firstText.id);
    else editor.addText(selected);
    const paste = (): void => {
      const { activeElement } = document;
      const init = { clipboardData: copied, bubbles: true, cancelable: true };
      if (isTyping(activeElement)) activeElement?.dispatchEvent(new ClipboardEvent('paste', init));
    };
    // The text gets the focus in the next frame, and becomes an editor in the frame after that.
    requestAnimationFrame(() => requestAnimationFrame(paste));
  });
}

/** Files that are dropped on a block with a medium. */
function startDrops(main: HTMLElement, editor: Editor): void {
  main.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  main.addEventListener('drop', (event) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    const id = blockIdAt(event.target);
    const block = editor.block(id);
    if (files.length === 0 || event.defaultPrevented || id === null || block === undefined) return;
    event.preventDefault();
    const [file] = files;
    const holdsOne = ['image', 'video', 'asset_download'].includes(String(block.type));
    if (holdsOne && file !== undefined) void uploadInto(editor, id, 'media_id', file);
    else addPictures(editor, id, files);
  });
}

function Blocks() {
  const blocks = useSelected(({ state }) => state.blocks);
  return <BlockList holder={null} field="" blocks={blocks} />;
}
