import '../../words/of-document.js';
import { type ComponentChild, render } from 'preact';
import { fill, words } from '../../words/words.js';
import { isTyping } from '../browser/events.js';
import { drawn } from '../browser/toast.js';
import { iconShapes } from '../parts/icon.js';
import { Api, type Opened, type Place } from './api.js';
import { Bar } from './bar.js';
import { Copies } from './copies.js';
import { draftEnd, draftTime, isOwnDraft } from './draft-time.js';
import { Editor } from './editor.js';
import { blockElement, blockIdAt, focusBlock, focusFirst, focusText, showTabOf } from './focus.js';
import { Keeper } from './keeper.js';
import { startKeys } from './keys.js';
import { LanguageCheck } from './language.js';
import { Layer } from './layer.js';
import { startNavigationMoves } from './navigation.js';
import { offerReview } from './offer-review.js';
import { firstText, isUnwritten } from './page-model.js';
import { chapterHref } from './pages.js';
import { PhoneBar } from './phone-bar.js';
import { PlainText } from './plain-text.js';
import { Refusal } from './refusal.js';
import { RemoteChanges } from './remote-changes.js';
import { rootAmong } from './root.js';
import { Saver } from './saver.js';
import { startTables } from './table-controls.js';
import { addPictures, uploadInto } from './upload.js';
import { EditorContext, useEditor, useSelected } from './use.js';
import { BlockList } from './written-blocks.js';

/**
 * Makes the page of a portal the place to write.
 *
 * @param first block whose text gets the caret
 * @param opens panel that is open
 */
export async function startEditor(place: Place, first: string | null, opens: 'page' | null): Promise<void> {
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

  const main = drawEditor({ editor, saver, remote, language });
  if (main === null) return;
  startKeys(editor, saver);
  remote.start();
  followFocus(main, editor);
  enterTabTitles(main);
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
 */
async function openNewest(api: Api): Promise<Opened> {
  api.draft = api.place.onlyIn;
  const opened = await api.open();
  const own = opened.review.proposals.filter(({ isOwn }) => isOwn);
  const named = new URLSearchParams(location.search).get('draft');
  const draft = own.find(({ number }) => String(number) === named) ?? own[0];
  if (draft === undefined || api.draft !== null) return opened;
  api.draft = draft.number;
  return openDraftOrPage(api);
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

interface EditorParts {
  readonly editor: Editor;
  readonly saver: Saver;
  readonly remote: RemoteChanges;
  readonly language: LanguageCheck;
}

/**
 * Draws the editor in the place of title, blocks and bar.
 *
 * @returns the element of the page; `null` if it has none of these
 */
function drawEditor({ editor, saver, remote, language }: EditorParts): HTMLElement | null {
  drawIcons();
  document.body.classList.add('editing');
  document.body.style.setProperty('--empty-text', JSON.stringify(words().editorText.empty));
  const main = document.querySelector('main');
  const title = main?.querySelector('h1');
  const top = document.querySelector('header.top');
  if (!main || !title || !top) return null;

  const bar = Object.assign(document.createElement('header'), { className: 'top bar' });
  top.before(bar);
  top.setAttribute('hidden', '');
  const layer = document.body.appendChild(
    Object.assign(document.createElement('section'), { className: 'editor-layer', ariaLabel: words().editor.editing }),
  );
  const content = '.text, .head, .blk, details:not(.toc *), .empty:has([href="#edit"])';
  const blocks = [...main.children].filter((element) => element.matches(content));
  const leave = (isDiscarded: boolean): void => {
    if (isDiscarded) saver.discard();
    else saver.keeper.keepNow();
    void saver.writeDraft().then(() => {
      if (remote.isGone) location.assign(chapterHref(editor));
      else location.reload();
    });
  };

  const provide = (node: ComponentChild) => <EditorContext.Provider value={editor}>{node}</EditorContext.Provider>;
  title.textContent = '';
  render(provide(<Title />), title);
  render(provide(<Blocks />), rootAmong(main, blocks));
  render(provide(<Bar saver={saver} checkLanguage={() => void language.show()} leave={leave} />), bar);
  render(
    provide(
      <>
        <Layer saver={saver} remote={remote} language={language} />
        <PhoneBar />
      </>,
    ),
    layer,
  );
  return main;
}

/** The block with the focus is the current one, and its tab is shown. */
function followFocus(main: HTMLElement, editor: Editor): void {
  main.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) showTabOf(target);
    editor.focusIn(blockIdAt(target));
  });
  editor.subscribe(() => editor.selected !== null && showTabOf(blockElement(editor.selected)));
  main.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Element) || relatedTarget.closest('.editor-layer, main') === null)
      editor.focusIn(null);
  });
}

/** A click on the title of a tab puts the caret at its end; on a title that has the caret, where the click is. */
function enterTabTitles(main: HTMLElement): void {
  let entered: HTMLElement | null = null;
  main.addEventListener('pointerdown', ({ target }) => {
    const tab = target instanceof Element ? target.closest('.tabs > section > .cap') : null;
    const title = tab?.querySelector<HTMLElement>('[role=textbox]') ?? null;
    entered = title === document.activeElement ? null : title;
  });
  main.addEventListener('click', ({ target }) => {
    const selection = getSelection();
    const isAt = entered !== null && target instanceof Node && entered.parentElement?.contains(target);
    if (entered === null || !isAt || selection?.isCollapsed === false) return;
    entered.focus();
    selection?.selectAllChildren(entered);
    selection?.collapseToEnd();
  });
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

function Title() {
  const editor = useEditor();
  const title = useSelected(({ state }) => state.title);
  return (
    <PlainText
      value={title}
      label={words().editor.pageTitle}
      change={(next) => editor.setTitle(next)}
      enter={() => {
        const [first] = editor.state.blocks;
        if (first?.id) focusFirst(first.id);
      }}
    />
  );
}

function Blocks() {
  const blocks = useSelected(({ state }) => state.blocks);
  return <BlockList holder={null} field="" blocks={blocks} />;
}

/** Adds the shapes of the icons to the page. */
function drawIcons(): void {
  const missing = iconShapes().filter(([name]) => document.getElementById(`i-${name}`) === null);
  const symbols = missing.map(([name, shapes]) =>
    drawn(
      'symbol',
      { id: `i-${name}`, viewBox: '0 0 24 24' },
      shapes.map(([tag, attributes]) => drawn(tag, attributes)),
    ),
  );
  document.body.append(drawn('svg', { class: 'vh', 'aria-hidden': 'true' }, symbols));
}
