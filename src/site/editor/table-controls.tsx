import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { BlockData } from '../../content/blocks/block-type.js';
import { type NodeJson, withoutTags, writeTopBlock } from '../../content/html/write.js';
import { fill, words } from '../../words/words.js';
import { list, text } from '../blocks/data.js';
import { Button } from '../parts/button.js';
import type { Editor } from './editor.js';
import { announce, blockElement, blockIdAt } from './focus.js';
import { Menu, type MenuItem } from './menu.js';
import { addLine, cellsOf, fillCells, type Line, moveLine, removeLine, sizeOf } from './table.js';
import { useEditor, useSelected } from './use.js';

/** A cell of a table. */
interface Cell {
  readonly id: string;
  /** -1: the header. */
  readonly row: number;
  readonly column: number;
}

function cellAt(target: EventTarget | null): Cell | null {
  if (!(target instanceof Element)) return null;
  const element = target.closest<HTMLTableCellElement>('main .eb td, main .eb th');
  const id = blockIdAt(element);
  const row = element?.parentElement;
  if (element === null || id === null || !(row instanceof HTMLTableRowElement)) return null;
  return { id, row: row.closest('thead') === null ? row.sectionRowIndex : -1, column: element.cellIndex };
}

/** Element of a cell: its text, where that is written in an element of its own. */
export function cellElement({ id, row, column }: Cell): HTMLElement | null {
  const rows = blockElement(id)?.querySelectorAll<HTMLTableRowElement>(row < 0 ? 'thead tr' : 'tbody tr');
  const cell = rows?.[Math.max(0, row)]?.cells[column];
  return cell === undefined || cell.matches('[role=textbox]') ? (cell ?? null) : cell.querySelector('[role=textbox]');
}

/** Puts the caret into a cell, after the page is drawn: the next keys go there. */
function focusCell(cell: Cell): void {
  queueMicrotask(() => {
    const element = cellElement(cell);
    element?.focus();
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}

/** Changes a table in one step of undoing, and goes to a cell. */
function change(editor: Editor, cell: Cell, make: (data: BlockData) => BlockData): void {
  editor.flush();
  const block = editor.block(cell.id);
  if (block === undefined) return;
  editor.replaceBlock(cell.id, { ...block, data: make(block.data) });
  focusCell(cell);
}

const addAt = (editor: Editor, cell: Cell, line: Line): void =>
  change(editor, cell, (data) => addLine(data, line, cell[line]));

function moveBy(editor: Editor, cell: Cell, line: Line, by: -1 | 1): void {
  const count = sizeOf(editor.block(cell.id)?.data ?? {})[line];
  const to = cell[line] + by;
  if (cell[line] < 0 || to < 0 || to >= count) return;
  change(editor, { ...cell, [line]: to }, (data) => moveLine(data, line, cell[line], to));
  const { lines, nowAt } = words().editorBlocks;
  announce(fill(nowAt, { name: lines[line].name, n: to + 1, count }));
}

/** Goes to the next cell, or to that before; behind the last one a row is added. */
function goOn(editor: Editor, cell: Cell, by: -1 | 1): boolean {
  const { data = {} } = editor.block(cell.id) ?? {};
  const { header, rows } = data;
  const cells = [list(header), ...list(rows).map(list)].flatMap((line, at) =>
    line.map((_, column): Cell => ({ id: cell.id, row: at - 1, column })),
  );
  const next = cells[cells.findIndex(({ row, column }) => row === cell.row && column === cell.column) + by];
  if (next !== undefined) focusCell(next);
  else if (by === 1) addAt(editor, { id: cell.id, row: list(rows).length, column: 0 }, 'row');
  return next !== undefined || by === 1;
}

function goDown(editor: Editor, cell: Cell): void {
  const below = { ...cell, row: cell.row + 1 };
  if (below.row < list(editor.block(cell.id)?.data.rows).length) focusCell(below);
  else addAt(editor, below, 'row');
}

/** Whether the caret is in an element of a cell in which Enter has a meaning of its own. */
const isInItem = (): boolean => getSelection()?.anchorNode?.parentElement?.closest('td :is(li, pre)') != null;

/** Command of a key in a cell; `null` if the table has none for it. */
function keyOf(event: KeyboardEvent, editor: Editor, cell: Cell): (() => unknown) | null {
  const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
  if (ctrlKey || metaKey || event.isComposing) return null;
  if (altKey) {
    if (key === 'Enter') return () => editor.show({ kind: 'cell', ...cell });
    const moves = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 } as const;
    if (key === 'ArrowUp' || key === 'ArrowDown') return () => moveBy(editor, cell, 'row', moves[key]);
    if (key === 'ArrowLeft' || key === 'ArrowRight') return () => moveBy(editor, cell, 'column', moves[key]);
  }
  if (key === 'Tab') {
    const isFirst = shiftKey && cellElement(cell) === blockElement(cell.id)?.querySelector('.tbl [role=textbox]');
    return isFirst ? null : () => goOn(editor, cell, shiftKey ? -1 : 1);
  }
  return key === 'Enter' && !shiftKey && !isInItem() ? () => goDown(editor, cell) : null;
}

/** Keys and pastes in tables. They are handled before the keys and pastes of texts. */
export function startTables(main: HTMLElement, editor: Editor): void {
  main.addEventListener(
    'keydown',
    (event) => {
      const cell = cellAt(event.target);
      const run = cell === null ? null : keyOf(event, editor, cell);
      if (run === null) return;
      event.preventDefault();
      event.stopPropagation();
      run();
    },
    true,
  );
  main.addEventListener(
    'paste',
    (event) => {
      const cell = cellAt(event.target);
      const copied = event.clipboardData?.getData('text/plain') ?? '';
      const isTable = copied.includes('\t') || /<table[\s>]/i.test(event.clipboardData?.getData('text/html') ?? '');
      if (cell === null || copied === '' || !isTable) return;
      event.preventDefault();
      event.stopPropagation();
      change(editor, cell, (data) =>
        fillCells(data, cell.row, cell.column, cellsOf(copied), (cellText) => writtenCell(editor, cellText)),
      );
    },
    true,
  );
}

/** HTML of a cell for the text of a cell of a spreadsheet. */
function writtenCell(editor: Editor, cellText: string): string {
  if (cellText === '') return '';
  const content = cellText
    .split('\n')
    .flatMap((line, at): NodeJson[] => [
      ...(at > 0 ? [{ type: 'br' }] : []),
      ...(line === '' ? [] : [{ type: 'text', text: line }]),
    ]);
  const node = { type: 'bare', content };
  const html = writeTopBlock(node);
  editor.texts.written.set(html, { type: 'doc', content: [node] });
  return html;
}

/** Grips of the row and the column with the caret, and + at both ends. */
export function TableControls({ id }: { readonly id: string }) {
  const texts = words().editorBlocks;
  const editor = useEditor();
  const cell = useFocusedCell(id);
  const open = useSelected(({ open: shown }) => (shown?.kind === 'cell' && shown.id === id ? shown : null));
  const ref = usePlacedGrips(id, cell, open);
  const grip = (shown: Cell, line: Line) => (
    <Button
      icon="grip-vertical"
      class={`grip of-${line}${open?.line === line ? ' on' : ''}`}
      tabIndex={-1}
      aria-haspopup="menu"
      aria-label={fill(texts.lineActions, { line: nameOf(editor, shown, line) })}
      onClick={() => editor.show({ kind: 'cell', ...shown, line })}
    />
  );
  const addButton = (line: Line) => (
    <Button
      icon="plus"
      class={`add-line of-${line}`}
      tabIndex={-1}
      aria-label={texts.lines[line].add}
      onClick={() => addLast(editor, id, line)}
    >
      <span class="only-s">{texts.lines[line].name}</span>
    </Button>
  );
  return (
    <div class="table-controls" ref={ref}>
      {open?.line !== undefined && <div class={`mark of-${open.line}`} />}
      {cell !== null && grip(cell, 'column')}
      {cell !== null && cell.row >= 0 && grip(cell, 'row')}
      {addButton('column')}
      {addButton('row')}
    </div>
  );
}

/** The cell that has the caret, or had it last; `null` before. */
function useFocusedCell(id: string): Cell | null {
  const [cell, setCell] = useState<Cell | null>(null);
  useLayoutEffect(() => {
    const root = blockElement(id);
    const follow = (): void => {
      const focused = cellAt(document.activeElement);
      if (focused?.id === id) setCell(focused);
    };
    follow();
    root?.addEventListener('focusin', follow);
    return () => root?.removeEventListener('focusin', follow);
  }, []);
  return cell;
}

/**
 * Ref of the controls. Their grips and marks stay at a cell when the table is changed or scrolled.
 *
 * @param cause places them again
 */
function usePlacedGrips(id: string, cell: Cell | null, cause: unknown) {
  const ref = useRef<HTMLDivElement>(null);
  const state = useSelected((editor) => editor.state);
  useLayoutEffect(() => {
    const root = blockElement(id);
    const frame = root?.querySelector<HTMLElement>('.tbl');
    const table = frame?.querySelector('table');
    if (!root || !frame || !table) return;
    const cellNow = () => cellElement(cell ?? { id, row: 0, column: 0 })?.closest('td, th');
    const place = (): void => {
      if (ref.current !== null) placeGrips(ref.current, root, frame, cellNow()?.getBoundingClientRect());
    };
    place();

    const observer = new ResizeObserver(place);
    observer.observe(table);
    const shown = cellNow();
    if (shown) observer.observe(shown);
    frame.addEventListener('scroll', place, { passive: true });
    return () => {
      observer.disconnect();
      frame.removeEventListener('scroll', place);
    };
  }, [state, cell, cause]);
  return ref;
}

/**
 * @param frame in which the table scrolls
 * @param cell `undefined`: the table has no such cell
 */
function placeGrips(controls: HTMLElement, root: Element, frame: Element, cell: DOMRect | undefined): void {
  const from = root.getBoundingClientRect();
  const box = frame.getBoundingClientRect();
  const { left = 0, top = 0, width = 0, height = 0 } = cell ?? {};
  const set = (name: string, place: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>): void => {
    const element = controls.querySelector<HTMLElement>(`.${name}`);
    if (!element) return;
    const middle = place.left + place.width / 2;
    const isOutside = middle < box.left - 1 || middle > box.right;
    element.hidden = name.startsWith('grip') && (isOutside || cell === undefined);
    const lengths = { ...place, left: place.left - from.left, top: place.top - from.top };
    for (const [key, value] of Object.entries(lengths)) element.style.setProperty(key, `${value}px`);
  };
  set('grip.of-column', { left: left + width / 2 - 16, top: box.top - 12, width: 32, height: 24 });
  set('grip.of-row', { left: box.left - 12, top: top + height / 2 - 14, width: 24, height: 28 });
  set('mark.of-column', { left, top: box.top, width: Math.min(width, box.right - left), height: box.height });
  set('mark.of-row', { left: box.left, top, width: box.width, height });
}

/** Adds a line behind the last one. */
function addLast(editor: Editor, id: string, line: Line): void {
  const { data = {} } = editor.block(id) ?? {};
  const first: Cell = { id, row: list(data.header).length > 0 ? -1 : 0, column: 0 };
  addAt(editor, { ...first, [line]: sizeOf(data)[line] }, line);
}

/** A line by its first cell. */
function nameOf(editor: Editor, { id, row, column }: Cell, line: Line): string {
  const { header, rows } = editor.block(id)?.data ?? {};
  const first = line === 'column' ? list(header)[column] : list(list(rows)[row])[0];
  const content = withoutTags(text(first)).trim();
  const { at, named } = words().editorBlocks.lines[line];
  if (content !== '') return fill(named, { words: content });
  return fill(at, { n: (line === 'column' ? column : row) + 1 });
}

interface CellMenuProps {
  readonly cell: Cell;
  /** Default: both. */
  readonly line?: Line | undefined;
  close(): void;
}

/** Menu of the row and the column of a cell. */
export function CellMenu({ cell, line, close }: CellMenuProps) {
  const editor = useEditor();
  const lines: readonly Line[] = line === undefined ? ['row', 'column'] : [line];
  const parts = lines.map((line) => [nameOf(editor, cell, line), lineItems(editor, cell, line)] as const);
  return <Menu name={words().blocks.table} parts={parts} close={close} />;
}

const directions = { row: { back: 'up', on: 'down' }, column: { back: 'left', on: 'right' } } as const;

/** Actions on the row or column of a cell. The header is a row that can neither be moved nor removed. */
function lineItems(editor: Editor, cell: Cell, line: Line): readonly MenuItem[] {
  const at = cell[line];
  const count = sizeOf(editor.block(cell.id)?.data ?? {})[line];
  const { editorBlocks, editorKeys } = words();
  const texts = editorBlocks.lines[line];
  const { back, on } = directions[line];
  const then = (run: () => void) => (): void => {
    editor.show(null);
    run();
  };
  const add = (name: string, next: Cell): MenuItem => ({
    icon: 'plus',
    name,
    run: then(() => addAt(editor, next, line)),
  });
  const addAfter = add(texts.addAfter, { ...cell, [line]: at + 1 });
  if (at < 0) return [addAfter];

  const items = [add(texts.addBefore, cell), addAfter];
  const move = (name: string, way: 'up' | 'down' | 'left' | 'right', by: -1 | 1): MenuItem => ({
    icon: `arrow-${way}`,
    name,
    keys: editorKeys.names[way],
    run: then(() => moveBy(editor, cell, line, by)),
  });
  if (at > 0) items.push(move(texts.moveBack, back, -1));
  if (at < count - 1) items.push(move(texts.moveOn, on, 1));
  if (count > 1) {
    const next = { ...cell, [line]: Math.min(at, count - 2) };
    const remove = () => change(editor, next, (data) => removeLine(data, line, at));
    items.push({ icon: 'trash', name: texts.remove, isBad: true, run: then(remove) });
  }
  return items;
}

export function leaveCellMenu(editor: Editor, cell: Cell): void {
  editor.show(null);
  focusCell(cell);
}
