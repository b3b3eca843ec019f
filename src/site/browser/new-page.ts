import { fill, words } from '../../words/words.js';
import { IdempotencyKeys } from './idempotency-keys.js';

/** Address that makes pages, and the person who asks. */
interface Place {
  readonly api: string;
  readonly base: string;
  readonly person: { readonly id: string };
}

/** Fragment of the address of a new chapter, which asks for its first page. */
const firstPage = '#new-page';

/** Asks for the first page of a chapter that was made just now. */
export function addFirstPage(place: Place): void {
  const link = document.querySelector<HTMLAnchorElement>('main a[href*="/pages/new?"]');
  if (location.hash !== firstPage || link === null) return;
  history.replaceState(null, '', location.pathname + location.search);
  addPage(place, link);
}

/**
 * Row in the navigation for the title of a new page; Enter makes the page and opens it for writing.
 *
 * @param link to the form without script
 */
export function addPage(place: Place, link: HTMLAnchorElement): void {
  const texts = words().scripts;
  const query = new URL(link.href).searchParams;
  const parent = query.get('parent') ?? '';
  const chapter = parent === '' ? null : document.querySelector(`.side li[data-nav="${parent}"]`);
  const list = (chapter ?? document).querySelector(chapter === null ? '.side nav > ul' : 'ul');
  chapter?.querySelector('details')?.setAttribute('open', '');
  const item = document.createElement('li');
  const form = document.createElement('form');
  const problem = Object.assign(document.createElement('p'), { className: 'err', role: 'alert' });
  const input = Object.assign(document.createElement('input'), { className: 'in sm', maxLength: 255, required: true });
  input.ariaLabel = fill(texts.newTitle, { what: link.textContent.trim() });
  input.placeholder = texts.title;
  const templates = Object.assign(document.createElement('a'), { href: link.href, textContent: texts.fromTemplate });
  templates.dataset.form = '';
  form.append(input, problem);
  item.append(form, templates);
  list?.append(item);
  // On a phone the navigation is a drawer.
  if (!item.checkVisibility()) document.querySelector<HTMLElement>('.side')?.showPopover();
  input.focus();
  input.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key !== 'Escape' || event.isComposing) return;
    item.remove();
    link.focus();
  });
  item.addEventListener('focusout', ({ relatedTarget }) => {
    const isInside = relatedTarget instanceof Node && item.contains(relatedTarget);
    if (input.value === '' && !isInside) item.remove();
  });
  const keys = new IdempotencyKeys();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (form.ariaBusy) return;
    form.ariaBusy = 'true';
    const type = query.get('type') ?? 'guideline';
    const isChapter = type === 'container';
    const body = JSON.stringify({ title: input.value, type, parent_id: parent === '' ? null : Number(parent) });
    const send = async (path: string) => {
      const headers = { 'Content-Type': 'application/json', Person: place.person.id, ...keys.headerFor(path + body) };
      const response = await fetch(place.api + path, { method: 'POST', headers, body }).catch(() => null);
      return { response, created: await response?.json().catch(() => null) };
    };
    let { response, created } = await send('/hidden-pages');
    if (created?.code === 'review_required' && isChapter) {
      // The form sends it for review.
      query.set('title', input.value);
      return location.assign(`${link.pathname}?${query}`);
    }
    // A page is written first, in a draft.
    if (created?.code === 'review_required') ({ response, created } = await send('/hidden-pages?proposal=new'));
    const draft = response?.headers.get('Proposal');
    if (response?.ok && draft) return location.assign(`${place.base}/-/page/${created.id}?draft=${draft}#edit`);
    const fragment = isChapter ? firstPage : '#edit';
    if (response?.ok) return location.assign(`${place.base}/${encodeURIComponent(created.slug)}${fragment}`);
    form.ariaBusy = null;
    problem.textContent = created?.title ?? texts.noConnection;
  });
}
