import type { Mark } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { markRange } from './commands.js';
import { markOf } from './schema.js';

/** Address with a scheme that content may not have: sanitising would remove it. */
const forbiddenScheme = /^(?!https?:|mailto:|tel:)[a-z][a-z0-9+.-]*:/i;

/** Opens a row under the toolbar to write, change or remove the selection's link. */
export function editLink(view: EditorView): boolean {
  const { state } = view;
  const oldLink = linkAt(state);
  const { from, to } = oldLink === undefined ? state.selection : markRange(state, oldLink);
  const holder = view.dom.parentElement;
  if (holder === null) return false;
  holder.querySelector('.link-row')?.remove();
  const row = document.createElement('div');
  row.className = 'link-row';
  const label = document.createElement('label');
  const input = document.createElement('input');
  input.value = oldLink?.attrs.html?.href ?? '';
  input.inputMode = 'url';
  const pages = holder.closest('form')?.querySelector('#pages');
  if (pages) input.setAttribute('list', pages.id);
  const problem = document.createElement('p');
  problem.className = 'problem';
  problem.setAttribute('role', 'alert');
  label.append(from === to ? 'Address, which is the text as well' : 'Address of the link', input);

  const close = (): void => {
    row.remove();
    view.focus();
  };
  const set = (): void => {
    const href = input.value.trim();
    if (forbiddenScheme.test(href)) {
      problem.textContent = 'Begin the address with https:, http:, mailto: or tel:, or with a path of the website.';
      return;
    }
    if (!view.state.doc.eq(state.doc)) {
      problem.textContent = 'The text was changed meanwhile. Cancel, and select the words again.';
      return;
    }
    const transaction = view.state.tr;
    if (href !== '' && from === to) transaction.insertText(href, from);
    const end = from === to ? from + href.length : to;
    transaction.removeMark(from, end, markOf('a'));
    if (href !== '') transaction.addMark(from, end, markOf('a').create({ html: { ...oldLink?.attrs.html, href } }));
    view.dispatch(transaction);
    close();
  };
  const remove = (): void => {
    input.value = '';
    set();
  };
  row.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' && (event.key !== 'Enter' || event.target !== input)) return;
    // Enter would send the form.
    event.preventDefault();
    if (event.key === 'Escape') close();
    else set();
  });
  row.append(
    label,
    buttonOf('Set', set),
    ...(oldLink === undefined ? [] : [buttonOf('Remove', remove)]),
    buttonOf('Cancel', close),
    problem,
  );
  view.dom.before(row);
  input.focus();
  return true;
}

/** Link at an empty selection, or the first link in the selection. */
function linkAt({ selection, doc }: EditorState): Mark | undefined {
  const { $from, from, to, empty } = selection;
  if (empty) return markOf('a').isInSet($from.marks());
  let link: Mark | undefined;
  doc.nodesBetween(from, to, ({ marks }) => {
    link ??= markOf('a').isInSet(marks);
  });
  return link;
}

export function buttonOf(text: string, run: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet small';
  button.textContent = text;
  button.addEventListener('click', run);
  return button;
}
