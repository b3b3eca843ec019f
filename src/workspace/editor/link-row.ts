import type { EditorView } from 'prosemirror-view';
import { isSafeUrl } from '../../content/html/write.js';
import { linkAt, markRange, setLink } from '../../portal/editor/text/commands.js';
import { buttonOf } from './button.js';

/** Opens a row under the toolbar to write, change or remove the selection's link. */
export function editLink(view: EditorView): boolean {
  const { state } = view;
  const oldLink = linkAt(state);
  const range = oldLink === undefined ? state.selection : markRange(state, oldLink);
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
  problem.className = 'err';
  problem.setAttribute('role', 'alert');
  label.append(range.from === range.to ? 'Address, which is the text as well' : 'Address of the link', input);

  const close = (): void => {
    row.remove();
    view.focus();
  };
  const set = (): void => {
    const href = input.value.trim();
    // Sanitising would remove it.
    if (!isSafeUrl(href)) {
      problem.textContent = 'Begin the address with https:, http:, mailto: or tel:, or with a path of the website.';
      return;
    }
    if (!view.state.doc.eq(state.doc)) {
      problem.textContent = 'The text was changed meanwhile. Cancel, and select the words again.';
      return;
    }
    view.dispatch(setLink(view.state.tr, range, href, oldLink?.attrs.html));
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
