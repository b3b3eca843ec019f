import { counted, fill, numberText, words } from '../../../words/words.js';
import { type Found, filesIn } from './folder-files.js';
import { make } from './make.js';
import { sendFile } from './send-file.js';
import { zipOf } from './zip-of.js';

interface Reason {
  readonly reason: string;
  readonly count: number;
  readonly named: readonly (readonly [file: string, line: number | null, name: string | null])[];
}

interface Checked {
  readonly pages: readonly { readonly title: string; readonly level: number; readonly isChapter: boolean }[];
  readonly files: number;
  readonly lost: readonly Reason[];
  readonly left: readonly Reason[];
}

interface Line {
  readonly done?: number;
  readonly all?: number;
  readonly checked?: Checked;
  readonly to?: string;
  readonly problem?: string;
}

/** Names that are shown of one reason. */
const maxShown = 8;

/** Takes a ZIP or a folder, which becomes a ZIP here, and sends it twice: first to ask what would become of it, then for the proposals. */
export function startPageImport(form: HTMLFormElement): void {
  const zip = part<HTMLInputElement>(form, '#file');
  const folder = part<HTMLInputElement>(form, '[data-folder]');
  folder.webkitdirectory = true;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const found = [...(folder.files ?? [])].map((file) => ({ file, path: file.webkitRelativePath }));
    const [file] = zip.files ?? [];
    if (file !== undefined) await check(form, file);
    else if (found.length > 0) await check(form, await packed(found));
  });
  for (const type of ['dragover', 'drop'] as const) form.addEventListener(type, (event) => event.preventDefault());
  form.addEventListener('drop', async ({ dataTransfer }) => {
    const entries = [...(dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
    const [file] = dataTransfer?.files ?? [];
    if (entries.length === 1 && entries[0]?.isFile && file !== undefined && /\.zip$/i.test(file.name))
      await check(form, file);
    else if (entries.length > 0) await check(form, await packed((await Promise.all(entries.map(filesIn))).flat()));
  });
}

const packed = async (found: readonly Found[]): Promise<File> =>
  new File([await zipOf(found)], `${found[0]?.path.split('/')[0] ?? 'folder'}.zip`);

async function check(form: HTMLFormElement, file: File): Promise<void> {
  const button = part<HTMLButtonElement>(form, 'button');
  button.disabled = true;
  const texts = words().importPages;
  const { checked } = await send(form, form, file, {}, texts.reading);
  button.disabled = false;
  if (checked !== undefined) show(form, file, checked);
}

/** @returns the last line of the answer; empty for a problem, which is told */
async function send(
  form: HTMLFormElement,
  shown: ParentNode,
  file: File,
  fields: Readonly<Record<string, string>>,
  progress: string,
): Promise<Line> {
  const texts = words().importPages;
  const [problem, status] = [part(shown, '[role=alert]'), part(shown, '[role=status]')];
  problem.hidden = true;
  let read = 0;
  let last: Line = {};
  const onAnswer = (text: string): void => {
    for (let end = text.indexOf('\n', read); end !== -1; end = text.indexOf('\n', read)) {
      last = JSON.parse(text.slice(read, end));
      read = end + 1;
    }
    const { done, all } = last;
    if (done !== undefined) status.textContent = fill(progress, { done, all: all ?? 0 });
  };
  const { refused } = await sendFile(form, {
    ...{
      file,
      signal: new AbortController().signal,
      onAnswer,
      to: form.dataset.importPages ?? '',
      maxBytes: Number(form.dataset.max),
    },
    fields: { ...fields, name: file.name },
    onProgress: (share) => {
      status.textContent = fill(texts.sending, { n: Math.round(share * 100) });
    },
  }).catch(() => ({ refused: [texts.noAnswer] }));
  status.textContent = '';
  const { checked, to } = last;
  if (refused.length === 0 && (checked !== undefined || to !== undefined)) return last;
  problem.textContent = last.problem ?? refused[0] ?? texts.noAnswer;
  problem.hidden = false;
  return {};
}

/** Shows what would become of the files, in place of the form. */
function show(form: HTMLFormElement, file: File, { pages, files, lost, left }: Checked): void {
  const texts = words().importPages;
  const chooser = form.closest('section') ?? form;
  const result = document.createElement('section');
  result.append(part<HTMLTemplateElement>(document, '[data-result]').content.cloneNode(true));
  const heading = part(result, 'h1');
  heading.textContent = file.name;
  const chapters = pages.filter(({ isChapter }) => isChapter).length;
  const total = (reasons: readonly Reason[]): number => reasons.reduce((sum, { count }) => sum + count, 0);
  const counts = { pages: pages.length - chapters, chapters, files, lost: total(lost), left: total(left) };
  for (const [name, count] of Object.entries(counts)) {
    const box = part(result, `[data-count=${name}]`);
    part(box, 'b').textContent = numberText(count);
    if (name === 'lost') box.classList.toggle('is-warn', count > 0);
  }
  const status = part(result, '[role=status]');
  status.textContent = counts.pages === 0 ? texts.nothing : texts.nothingYet;
  fillList(part(result, '[data-lost]'), lost.map(reasonRow));
  fillList(part(result, '[data-left]'), left.map(reasonRow));
  fillList(part(result, '[data-pages]'), pages.map(pageRow));
  const button = part<HTMLButtonElement>(result, '[data-make]');
  button.textContent = counted(texts.make, counts.pages);
  button.hidden = counts.pages === 0;
  button.addEventListener('click', async () => {
    button.disabled = true;
    const { to } = await send(form, result, file, { makes: 'yes' }, texts.storing);
    button.disabled = false;
    if (to !== undefined) location.assign(to);
  });
  part(result, '[data-discard]').addEventListener('click', () => {
    result.remove();
    chooser.hidden = false;
    form.reset();
    part(form, '#file').focus();
  });
  chooser.hidden = true;
  chooser.after(result);
  heading.focus();
}

/** Puts rows into a list; without any, the list and its heading are left out. */
function fillList(list: HTMLElement, rows: readonly Node[]): void {
  if (rows.length > 0) list.append(...rows);
  else {
    list.previousElementSibling?.remove();
    list.remove();
  }
}

function reasonRow({ reason, count, named }: Reason): HTMLElement {
  const texts = words().importPages;
  const shown = named.slice(0, maxShown).map(([file, line, name]) => {
    const place = line === null ? file : `${file}, ${fill(texts.inLine, { n: line })}`;
    return name === null ? place : `${place}: ${name}`;
  });
  if (count > shown.length) shown.push(fill(texts.more, { n: numberText(count - shown.length) }));
  const row = make('li');
  row.append(make('b', '', `${reason} (${numberText(count)})`), make('p', 'sub wraps', shown.join(' · ')));
  return row;
}

function pageRow({ title, level, isChapter }: Checked['pages'][number]): HTMLElement {
  const row = make('li');
  row.append(make(isChapter ? 'b' : 'span', '', title));
  row.style.paddingInlineStart = `${1 + level * 1.5}rem`;
  return row;
}

/** @throws Error if it is not there */
function part<Found extends HTMLElement = HTMLElement>(root: ParentNode, selector: string): Found {
  const found = root.querySelector<Found>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
}
