import { lift, toggleMark } from 'prosemirror-commands';
import type { Mark } from 'prosemirror-model';
import { type Command, type EditorState, TextSelection, type Transaction } from 'prosemirror-state';
import { markOf, ownTags, typeOf } from './schema.js';

const [p, bare, li] = [typeOf('p'), typeOf('bare'), typeOf('li')];

export const toggleMarkOf = (tag: string): Command => toggleMark(markOf(tag));

/** A command, followed by normalisation: bare texts in items of a list, paragraphs elsewhere. */
export function settled(command: Command): Command {
  return (state, dispatch, view) =>
    command(state, dispatch && ((transaction) => dispatch(settle(transaction).scrollIntoView())), view);
}

function settle(transaction: Transaction): Transaction {
  const { from, to } = transaction.selection;
  transaction.doc.nodesBetween(from, to, (node, at, parent) => {
    const isOnly = parent?.children.filter(({ isTextblock }) => isTextblock).length === 1;
    if (node.type === p && parent?.type === li && isOnly && node.attrs.html === null)
      transaction.setNodeMarkup(at, bare);
    if (node.type === bare && /^(?:doc|blockquote)$/.test(parent?.type.name ?? '')) transaction.setNodeMarkup(at, p);
  });
  return transaction;
}

export const insertBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(typeOf('br').create()).scrollIntoView());
  return true;
};

/** Makes two items of one, of the same kind. */
export const splitItem: Command = (state, dispatch) => {
  const { $from, $to } = state.selection;
  const isText = $from.parent.isTextblock && $from.parent.content.size > 0 && $from.sameParent($to);
  if (!isText || $from.depth < 2 || $from.node(-1).type !== li) return false;
  const transaction = state.tr.deleteSelection();
  dispatch?.(
    transaction.split(transaction.selection.from, 2, [{ type: li }, { type: $from.parent.type }]).scrollIntoView(),
  );
  return true;
};

/** Makes two paragraphs of a text without an element. */
export const splitBare: Command = (state, dispatch) => {
  const { $from, $to } = state.selection;
  if ($from.parent.type !== bare || !$from.sameParent($to)) return false;
  const transaction = state.tr.deleteSelection();
  transaction.setNodeMarkup($from.before(), p, { gap: $from.parent.attrs.gap });
  dispatch?.(transaction.split(transaction.selection.from).scrollIntoView());
  return true;
};

/** Turns the selected texts into elements of this kind; attributes stay. */
export const setBlock =
  (tag: string): Command =>
  (state, dispatch) => {
    const { from, to } = state.selection;
    const transaction = state.tr.setBlockType(from, to, typeOf(tag), ({ attrs }) => ({
      html: attrs.html,
      gap: attrs.gap,
    }));
    if (!transaction.docChanged) return false;
    dispatch?.(transaction.scrollIntoView());
    return true;
  };

/** The innermost element around the selection that the toolbar cannot make. */
export function foreignAt({ selection }: EditorState): { mark: Mark } | { depth: number; tag: string } | null {
  const { $from } = selection;
  const mark = $from.marks().findLast(({ type }) => !ownTags.has(type.name));
  if (mark !== undefined) return { mark };
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const tag = $from.node(depth).type.name;
    if (!ownTags.has(tag)) return { depth, tag };
  }
  return null;
}

/** Removes that element: its text stays, unless only the whole of it can go, as of a table. */
export const removeForeign: Command = (state, dispatch) => {
  const found = foreignAt(state);
  if (found === null) return false;
  const { $from } = state.selection;
  if ('mark' in found) {
    const { from, to } = extentOf(state, found.mark);
    dispatch?.(state.tr.removeMark(from, to, found.mark));
    return true;
  }
  if ($from.node(found.depth).isTextblock) return setBlock('p')(state, dispatch);
  if (found.depth === $from.depth - 1 && lift(state, dispatch)) return true;
  const table = Array.from({ length: found.depth }, (_, at) => at + 1).find(
    (depth) => $from.node(depth).type.name === 'table',
  );
  const depth = table ?? found.depth;
  dispatch?.(state.tr.delete($from.before(depth), $from.after(depth)).scrollIntoView());
  return true;
};

/** The selection; if it is empty, the range around it with the mark. */
export function extentOf({ selection }: EditorState, mark: Mark): { from: number; to: number } {
  const { $from, from, to, empty } = selection;
  if (!empty) return { from, to };
  const nodes = $from.parent.children;
  const has = (at: number): boolean => nodes[at]?.marks.some((other) => other.eq(mark)) ?? false;
  const here = $from.index();
  let first = has(here) ? here : here - 1;
  let last = first;
  while (has(first - 1)) first -= 1;
  while (has(last + 1)) last += 1;
  return { from: $from.posAtIndex(first), to: $from.posAtIndex(last + 1) };
}

export function selectRange(state: EditorState, from: number, to: number): Transaction {
  return state.tr.setSelection(TextSelection.between(state.doc.resolve(from), state.doc.resolve(to)));
}
