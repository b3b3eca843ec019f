import { counted, fill, numberText, words } from '../../../words/words.js';
import { CheckFirst, Problem, part } from './check-first.js';
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
  readonly counts: { readonly pages: number; readonly chapters: number };
  readonly files: number;
  readonly colors: readonly { readonly name: string; readonly hex: string }[];
  readonly blocks: number;
  readonly toMend: number;
  readonly isAllThere: boolean;
  readonly lost: readonly Reason[];
  readonly left: readonly Reason[];
}

interface Line {
  readonly done?: number;
  readonly all?: number;
  readonly checked?: Checked;
  readonly made?: { readonly to: string; readonly isThere: boolean; readonly refused: readonly Reason[] };
  readonly problem?: string;
}

/** Names that are shown of one reason. */
const maxShown = 8;

/** Takes a ZIP or a folder, which becomes a ZIP here, and sends it twice: first to ask what would become of it, then for the proposals. */
export function startPageImport(form: HTMLFormElement): void {
  const page = new CheckFirst(form, () => words().importPages.noAnswer);
  const zip = part<HTMLInputElement>(form, '#file');
  const folder = part<HTMLInputElement>(form, '[data-folder]');
  folder.webkitdirectory = true;
  const take = (file: File | undefined, found: readonly Found[]): Promise<void> =>
    page.run(async () => {
      if (file !== undefined) await check(page, form, file);
      else if (found.length > 0) await check(page, form, await packed(found));
    });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const found = [...(folder.files ?? [])].map((file) => ({ file, path: file.webkitRelativePath }));
    void take(zip.files?.[0], found);
  });
  for (const type of ['dragover', 'drop'] as const) form.addEventListener(type, (event) => event.preventDefault());
  form.addEventListener('drop', async ({ dataTransfer }) => {
    const entries = [...(dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
    const [file] = dataTransfer?.files ?? [];
    if (entries.length === 1 && entries[0]?.isFile && file !== undefined && /\.zip$/i.test(file.name))
      await take(file, []);
    else await take(undefined, (await Promise.all(entries.map(filesIn))).flat());
  });
}

const packed = async (found: readonly Found[]): Promise<File> =>
  new File([await zipOf(found)], `${found[0]?.path.split('/')[0] ?? 'folder'}.zip`);

async function check(page: CheckFirst, form: HTMLFormElement, file: File): Promise<void> {
  const texts = words().importPages;
  const { checked } = await send(page, form, file, {}, texts.reading);
  if (checked === undefined) return;
  const { pages, files, colors, blocks, toMend, lost, left } = checked;
  const counts = { ...checked.counts, files, colors: colors.length, lost: total(lost) };
  const isNothing = counts.pages === 0;
  const mend = fill(texts.toMend, { n: numberText(toMend), all: numberText(blocks) });
  const result = page.show(
    {
      name: file.name,
      status: checked.isAllThere
        ? texts.allThere
        : isNothing
          ? texts.nothing
          : toMend === 0
            ? texts.nothingYet
            : `${texts.nothingYet} ${mend}`,
      counts,
      lists: {
        refused: [0, []],
        lost: [counts.lost, lost.map(reasonRow)],
        pages: [counts.pages, pages.map(pageRow)],
        colors: [colors.length, colors.map(colorRow)],
        left: [total(left), left.map(reasonRow)],
      },
      make: isNothing ? null : counted(texts.make, counts.pages),
    },
    async () => {
      const chosen = part<HTMLInputElement>(result, '[name=visibility]:checked');
      const { made } = await send(page, form, file, { makes: 'yes', visibility: chosen.value }, texts.storing);
      if (made === undefined) return;
      const { to, isThere, refused } = made;
      if (refused.length === 0 && !isThere) return location.assign(to);
      page.say([...(isThere ? [texts.there] : []), ...(refused.length > 0 ? [texts.made] : [])].join(' '));
      page.fill('refused', total(refused), refused.map(reasonRow));
      const open = make('a', 'btn go', texts.openProposals);
      open.setAttribute('href', to);
      part(result, '[data-make]').replaceWith(open);
      open.focus();
    },
  );
  part(result, '[data-readers]').hidden = isNothing;
}

/** @returns the last line of the answer @throws Problem */
async function send(
  page: CheckFirst,
  form: HTMLFormElement,
  file: File,
  fields: Readonly<Record<string, string>>,
  progress: string,
): Promise<Line> {
  const texts = words().importPages;
  let read = 0;
  let last: Line = {};
  const onAnswer = (text: string): void => {
    for (let end = text.indexOf('\n', read); end !== -1; end = text.indexOf('\n', read)) {
      last = JSON.parse(text.slice(read, end));
      read = end + 1;
    }
    const { done, all } = last;
    if (done !== undefined) page.say(fill(progress, { done, all: all ?? 0 }));
  };
  const { refused } = await sendFile(form, {
    ...{ file, signal: new AbortController().signal, onAnswer },
    ...{ to: form.dataset.importPages ?? '', maxBytes: Number(form.dataset.max) },
    fields: { ...fields, name: file.name },
    onProgress: (share) => page.say(fill(texts.sending, { n: Math.round(share * 100) })),
  });
  page.say('');
  const problem = last.problem ?? refused[0];
  if (problem !== undefined) throw new Problem(problem);
  if (last.checked === undefined && last.made === undefined) throw new Problem(texts.noAnswer);
  return last;
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

const total = (reasons: readonly Reason[]): number => reasons.reduce((sum, { count }) => sum + count, 0);

function colorRow({ name, hex }: Checked['colors'][number]): HTMLElement {
  const row = make('li');
  row.append(make('b', '', name), make('span', 'mono', hex));
  return row;
}

function pageRow({ title, level, isChapter }: Checked['pages'][number]): HTMLElement {
  const row = make('li');
  row.append(make(isChapter ? 'b' : 'span', '', title));
  row.style.paddingInlineStart = `${1 + level * 1.5}rem`;
  return row;
}
