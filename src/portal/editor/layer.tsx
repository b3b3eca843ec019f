import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../parts/icon.js';
import { BlockMenu, MoveChoice } from './block-menu.js';
import { Bubble } from './bubble.js';
import { Conflicts } from './conflicts.js';
import { startDrag } from './drag.js';
import type { Open } from './editor.js';
import { blockAt, elementOf, focusBlock } from './focus.js';
import { InsertMenu } from './insert-menu.js';
import { KeyList } from './key-list.js';
import type { LanguageCheck } from './language.js';
import { Language } from './language-card.js';
import { MediaChoice } from './media-controls.js';
import { movePage } from './navigation.js';
import type { Others } from './others.js';
import { listAt, type Spot } from './page-model.js';
import { PagePanel } from './page-panel.js';
import { SettingsPanel } from './panel.js';
import { MovePage } from './place-fields.js';
import type { Saver } from './saver.js';
import { CellMenu, cellAnchor, leaveCellMenu } from './table-controls.js';
import { useEditor, useSelected } from './use.js';

interface LayerProps {
  readonly saver: Saver;
  readonly others: Others;
  readonly language: LanguageCheck;
}

/** Everything over the page: handles, menus, panels, dialogs, messages. */
export function Layer({ saver, others, language }: LayerProps) {
  const editor = useEditor();
  const open = useSelected((one) => one.open);
  const status = useSelected(() => saver.status);
  const close = (): void => {
    const id = open !== null && 'id' in open ? open.id : editor.selected;
    editor.show(null);
    if (id !== null) focusBlock(id);
  };
  useEffect(() => {
    document.body.classList.toggle('has-panel', ['settings', 'page'].includes(open?.kind ?? ''));
  }, [open?.kind]);
  return (
    <>
      <Gutter />
      <Bubble />
      {open?.kind === 'insert' && (
        <Popup at={anchorOf(open.spot, editor)} close={close} name="Add block">
          <InsertMenu open={open} />
        </Popup>
      )}
      {open?.kind === 'menu' && (
        <Popup at={elementOf(open.id)} isAtTop close={close} name="Block">
          <BlockMenu id={open.id} close={close} />
        </Popup>
      )}
      {open?.kind === 'cell' && (
        <Popup at={cellAnchor(open)} isAtTop close={() => leaveCellMenu(editor, open)} name="Table">
          <CellMenu cell={open} line={open.line} close={() => leaveCellMenu(editor, open)} />
        </Popup>
      )}
      {open?.kind === 'settings' && <SettingsPanel key={open.id} id={open.id} close={close} />}
      {open?.kind === 'page' && <PagePanel saver={saver} close={close} />}
      <Language check={language} />
      {open?.kind === 'move' && (
        <Dialog name="Move to" close={close}>
          <MoveChoice id={open.id} close={close} />
        </Dialog>
      )}
      {open?.kind === 'page-move' && (
        <Dialog name="Move page" close={() => editor.show(null)}>
          <MovePage
            page={open.page}
            move={(move) => void movePage(editor, open.page.id, move)}
            close={() => editor.show(null)}
          />
        </Dialog>
      )}
      {open?.kind === 'media' && (
        <Dialog name="Choose from media" close={close}>
          <MediaChoice id={open.id} field={open.field} close={close} />
        </Dialog>
      )}
      {open?.kind === 'keys' && (
        <Dialog name="Keys" close={close}>
          <KeyList close={close} />
        </Dialog>
      )}
      {status === 'conflict' && saver.conflict !== null && (
        <Dialog name="Conflict" close={() => saver.back()}>
          <Conflicts conflict={saver.conflict} saver={saver} />
        </Dialog>
      )}
      {status === 'session' && <SessionDialog saver={saver} />}
      {status === 'person' && <PersonDialog saver={saver} />}
      {status === 'refused' && (
        <div class="note bad refused" role="alert">
          <Icon name="octagon-alert" />
          <span>
            <b>Not saved.</b> {saver.problem} Everything you wrote is still here.
          </span>
          <button type="button" class="btn sm" onClick={() => saver.back()}>
            Back to writing
          </button>
        </div>
      )}
      <OthersNote others={others} saver={saver} />
      <Said />
    </>
  );
}

/** Element below which a block is to be added. */
function anchorOf(spot: Spot, editor: ReturnType<typeof useEditor>): Element | null {
  const list = listAt(editor.state.blocks, spot);
  const before = list[spot.at - 1]?.id;
  if (before) return elementOf(before);
  const name = CSS.escape(`${spot.holder ?? ''} ${spot.field}`);
  return document.querySelector(`[data-list="${name}"]`) ?? document.querySelector('main h1');
}

interface PopupProps {
  readonly at: Element | null;
  readonly isAtTop?: boolean;
  readonly name: string;
  readonly children: ComponentChildren;
  close(): void;
}

/** Menu at an element of the page; a sheet where there is little room. */
function Popup({ at, isAtTop = false, name, children, close }: PopupProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null || at === null) return;
    const box = at.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    element.style.left = `${Math.max(8, Math.min(box.left, width - element.offsetWidth - 8)) + scrollX}px`;
    element.style.top = `${(isAtTop ? box.top + 34 : box.bottom + 22) + scrollY}px`;
    element.scrollIntoView({ block: 'nearest' });
    const leave = ({ target }: PointerEvent): void => {
      if (target instanceof Node && !element.contains(target)) close();
    };
    document.addEventListener('pointerdown', leave, true);
    return () => document.removeEventListener('pointerdown', leave, true);
  }, [at]);
  return (
    <div
      ref={ref}
      class="pop sheet popup"
      role="dialog"
      aria-label={name}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      {children}
    </div>
  );
}

interface DialogProps {
  readonly name: string;
  readonly children: ComponentChildren;
  close(): void;
}

function Dialog({ name, children, close }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => ref.current?.showModal(), []);
  return (
    <dialog
      ref={ref}
      class="dlg"
      aria-label={name}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      {children}
    </dialog>
  );
}

function SessionDialog({ saver }: { readonly saver: Saver }) {
  const editor = useEditor();
  return (
    <Dialog name="Sign in" close={() => saver.back()}>
      <header>
        <h2>Your session is over</h2>
        <p>What you wrote is kept on this device. Sign in in a new tab; the save goes on when you are back.</p>
      </header>
      <footer>
        <button type="button" class="btn quiet" onClick={() => saver.back()}>
          Back to writing
        </button>
        <button type="button" class="btn" onClick={() => void saver.save()}>
          Save again
        </button>
        <a class="btn go" href={editor.api.place.signIn} target="_blank" rel="noopener">
          Sign in
        </a>
      </footer>
    </Dialog>
  );
}

function PersonDialog({ saver }: { readonly saver: Saver }) {
  return (
    <Dialog name="Another person" close={() => saver.back()}>
      <header>
        <h2>You are signed in as {saver.other?.name} now</h2>
        <p>These changes were written by another person. Nothing was saved.</p>
      </header>
      <footer>
        <button type="button" class="btn quiet" onClick={() => saver.back()}>
          Back to writing
        </button>
        <button type="button" class="btn go" onClick={() => saver.agree()}>
          Save as {saver.other?.name}
        </button>
      </footer>
    </Dialog>
  );
}

/** Note of what others did with the page, or with the right to write it. */
function OthersNote({ others, saver }: Pick<LayerProps, 'others' | 'saver'>) {
  const editor = useEditor();
  const notice = useSelected(() => others.notice);
  if (notice === null || saver.status === 'refused') return null;
  const { text, action } = notice;
  const failed = (): void => editor.say('That did not work. Try again.');
  return (
    <div class="note warn refused" role="status">
      <Icon name="triangle-alert" />
      <span>
        <b>{text}</b> Everything you wrote is still here.
      </span>
      {action === 'restore' && (
        <button type="button" class="btn sm" onClick={() => void others.restore().catch(failed)}>
          Restore
        </button>
      )}
      {action === 'new-page' && (
        <button type="button" class="btn sm" onClick={() => void saver.saveAsNew().catch(failed)}>
          Save as a new page
        </button>
      )}
      {action === 'sign-in' && (
        <a class="btn sm" href={editor.api.place.signIn} target="_blank" rel="noopener">
          Sign in
        </a>
      )}
    </div>
  );
}

/** Time for which a message is shown, in ms. */
const saidMs = 10_000;

/** Toast about the last action, with Undo. */
function Said() {
  const editor = useEditor();
  const said = useSelected((one) => one.said);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (said === null || isHeld) return;
    const timer = setTimeout(() => {
      editor.said = null;
      editor.notify();
    }, saidMs);
    return () => clearTimeout(timer);
  }, [said, isHeld]);
  if (said === null) return null;
  const { text, action } = said;
  const [name, act] = action ?? [];
  return (
    <div
      class="toast"
      role="status"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocusIn={() => setHeld(true)}
      onFocusOut={() => setHeld(false)}
    >
      <Icon name="check" />
      {text}
      {typeof act === 'string' && <a href={act}>{name}</a>}
      {typeof act === 'function' && (
        <button
          type="button"
          onClick={() => {
            editor.said = null;
            act();
          }}
        >
          {name}
        </button>
      )}
    </div>
  );
}

/** Gap below a block in which the line to add another is shown, in pixels. */
const gap = 16;

/** Handle and + of the block under the pointer, and the line to add one below it. */
function Gutter() {
  const editor = useEditor();
  const [hovered, setHovered] = useState<string | null>(null);
  const [isBelow, setBelow] = useState(false);
  const current = useSelected(({ selected, focused }) => selected ?? focused);
  const state = useSelected((one) => one.state);
  const open = useSelected((one) => one.open);
  const ref = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const look = (event: PointerEvent): void => {
      if (event.pointerType !== 'mouse' || event.buttons !== 0 || editor.open !== null) return;
      const id = blockAt(event.target) ?? nearestAbove(event.target, event.clientY);
      if (id === null) return;
      setHovered(id);
      const bottom = elementOf(id)?.getBoundingClientRect().bottom ?? 0;
      setBelow(event.clientY > bottom - gap / 2 && event.clientY < bottom + gap * 2);
    };
    document.addEventListener('pointermove', look, { passive: true });
    return () => document.removeEventListener('pointermove', look);
  }, []);
  const selected = useSelected((one) => one.selected);
  useLayoutEffect(() => {
    if (selected !== null) setHovered(selected);
  }, [selected]);
  const id = hovered !== null && editor.spot(hovered) !== undefined ? hovered : current;
  useLayoutEffect(() => {
    const place = (): void => {
      const box = id === null ? undefined : elementOf(id)?.getBoundingClientRect();
      const gutter = ref.current;
      if (gutter === null || box === undefined) return;
      const isNested = id !== null && editor.spot(id)?.holder !== null;
      gutter.style.top = `${box.top + scrollY - (isNested ? 30 : 1)}px`;
      gutter.style.left = `${Math.max(0, box.left + scrollX - (isNested ? 0 : 62))}px`;
      if (line.current === null) return;
      line.current.style.top = `${box.bottom + scrollY + gap / 2}px`;
      line.current.style.left = `${box.left + scrollX}px`;
      line.current.style.width = `${box.width}px`;
    };
    place();
    const observer = new ResizeObserver(place);
    const main = document.querySelector('main');
    if (main !== null) observer.observe(main);
    return () => observer.disconnect();
  }, [id, isBelow, state, open]);
  if (id === null || state.removed.has(id)) return null;
  return (
    <>
      <div class="gutter" ref={ref}>
        <button type="button" aria-label="Add a block below" tabIndex={-1} onClick={() => editor.insertAt(id)}>
          <Icon name="plus" />
        </button>
        <button
          type="button"
          class="grab"
          tabIndex={-1}
          aria-label="Move or change this block. Alt and arrow keys move it."
          aria-haspopup="dialog"
          onPointerDown={(event) => startDrag(event, id, editor)}
          onClick={() => {
            editor.select(id);
            const menu: Open = { kind: 'menu', id };
            editor.show(menu);
          }}
        >
          <Icon name="grip-vertical" />
        </button>
      </div>
      {isBelow && open === null && !(hovered === current && editor.block(id)?.type === 'table') && (
        <div class="plus" ref={line}>
          <button type="button" tabIndex={-1} onClick={() => editor.insertAt(id)}>
            <Icon name="plus" />
            Add block
          </button>
        </div>
      )}
    </>
  );
}

/** The block of the page above a point that is between blocks. */
function nearestAbove(target: EventTarget | null, y: number): string | null {
  if (!(target instanceof Element) || target.closest('main') === null) return null;
  const all = [...document.querySelectorAll<HTMLElement>('main > [data-block]')];
  const below = all.findIndex((element) => element.getBoundingClientRect().top > y);
  return all[(below < 0 ? all.length : below) - 1]?.dataset.block ?? null;
}
