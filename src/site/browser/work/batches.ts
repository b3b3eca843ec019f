import { isHidden } from '../../../lib/hidden-name.js';
import { sizeText } from '../../../words/sizes.js';
import { counted, fill, words } from '../../../words/words.js';
import { type Found, filesIn, maxFiles } from './folder-files.js';
import { make } from './make.js';
import { type Shown, sendFile } from './send-file.js';

/** Upper bound on the bytes of a ZIP: that of the server. */
const maxZipBytes = 2 * 1024 ** 3;

/** Lines of a tile about files that were not stored. */
const maxShown = 100;

/** Lets a form with a list take a folder. */
export function startBatches(form: HTMLFormElement, tile: HTMLElement): void {
  const field = form.querySelector<HTMLInputElement>('[data-folder]');
  const part = field?.closest<HTMLElement>('[hidden]');
  if (!field || !part) return;
  part.hidden = false;
  field.addEventListener('change', () => {
    const found = [...(field.files ?? [])].map((file) => ({ file, path: file.webkitRelativePath }));
    field.value = '';
    const [name = ''] = found[0]?.path.split('/') ?? [];
    if (found.length > 0) void sendBatch(form, tile, name, found);
  });
}

/** Sends dropped folders, and the files next to them. */
export async function sendFolders(
  form: HTMLFormElement,
  tile: HTMLElement,
  entries: readonly FileSystemEntry[],
): Promise<void> {
  for (const entry of entries) await sendBatch(form, tile, entry.name, await filesIn(entry));
}

/**
 * Asks for each ZIP whether its files are added, and sends those.
 *
 * @returns the files that are sent as they are
 */
export async function withoutArchives(
  form: HTMLFormElement,
  tile: HTMLElement,
  files: readonly File[],
): Promise<File[]> {
  const others: File[] = [];
  for (const file of files) {
    const isArchive = /\.zip$/i.test(file.name);
    const batch = isArchive ? new Batch(form, tile, file.name) : null;
    if (batch === null || (await batch.isOneFile())) others.push(file);
    else await sendArchive(form, batch, file);
  }
  return others;
}

async function sendBatch(form: HTMLFormElement, tile: HTMLElement, name: string, found: readonly Found[]) {
  const texts = words().workScripts;
  const batch = new Batch(form, tile, name);
  const files = found.filter(({ path }) => !isHidden(path));
  if (files.length > maxFiles) return batch.refuse('', fill(texts.tooMany, { n: maxFiles }));
  const proposal = form.querySelector<HTMLInputElement>('[name=proposal]');
  for (const [at, { file, path }] of files.entries()) {
    const onProgress = (share: number) => batch.progress(at, files.length, path, share);
    const { signal } = batch.stop;
    const { refused, there, to, ...answer } = await sendFile(form, { file, signal, onProgress, fields: { path } });
    // The next files go into the same proposal.
    if (proposal && answer.proposal) proposal.value = String(answer.proposal);
    for (const part of answer.taken ?? []) batch.taken.add(part);
    if (there !== undefined) batch.refuse(path, fill(texts.isThere, { id: String(there) }));
    else if (refused.length > 0) batch.refuse(path, refused.join(' '));
    else batch.store(to);
    if (signal.aborted) break;
  }
  batch.end(proposal === null ? null : batch.last);
}

/** What the server tells of a ZIP, in a line each. */
interface Line {
  readonly of?: number;
  readonly file?: string;
  readonly id?: number;
  readonly there?: number;
  readonly reason?: string;
  readonly to?: string;
}

async function sendArchive(form: HTMLFormElement, batch: Batch, file: File): Promise<void> {
  const texts = words().workScripts;
  let [read, of, done] = [0, 0, 0];
  let to: string | null = null;
  const take = (line: Line): void => {
    if (line.of !== undefined) of = line.of;
    else if (line.to !== undefined) to = line.to;
    else {
      done += 1;
      if (line.id !== undefined) batch.store();
      else batch.refuse(line.file ?? '', line.reason ?? fill(texts.isThere, { id: String(line.there) }));
      batch.progress(Math.min(done, of), of, line.file ?? '', 0);
    }
  };
  const onAnswer = (text: string): void => {
    for (let end = text.indexOf('\n', read); end !== -1; end = text.indexOf('\n', read)) {
      take(JSON.parse(text.slice(read, end)));
      read = end + 1;
    }
  };
  const { refused } = await sendFile(form, {
    ...{ file, signal: batch.stop.signal, onAnswer, to: `${form.action}/unpack`, maxBytes: maxZipBytes },
    fields: { bytes: String(file.size) },
    onProgress: (share) => batch.upload(share),
  });
  if (refused.length > 0) batch.refuse('', refused.join(' '));
  else if (to === null) batch.refuse('', texts.interrupted);
  batch.end(to);
}

/** Tile of a file behind the first one of the list: how much is sent, or why it was not stored. */
export function tileFor(first: HTMLElement, { name, size }: File, stop: AbortController): Shown {
  const texts = words().workScripts;
  const tile = make('li', 'medium sending');
  const stage = make('span', 'stage');
  const bar = make('progress');
  const sent = make('small');
  const title = make('b', 'cut', name);
  const state = make('small', 'wraps', texts.waiting);
  const button = make('button', 'btn sm', texts.cancel);
  bar.ariaLabel = fill(texts.sentOf, { file: name });
  button.type = 'button';
  button.ariaLabel = fill(texts.cancelFile, { file: name });
  button.addEventListener('click', () => (stop.signal.aborted || bar.hidden ? tile.remove() : stop.abort()));
  bar.value = 0;
  stage.append(bar, sent);
  tile.append(stage, title, state, button);
  ([...document.querySelectorAll('.medium.sending')].at(-1) ?? first).after(tile);
  return {
    progress(share) {
      bar.value = share;
      button.disabled = share === 1;
      sent.textContent = fill(texts.sentShare, { sent: sizeText(Math.round(size * share)), all: sizeText(size) });
      state.textContent = share === 1 ? texts.storing : fill(texts.uploading, { n: Math.round(share * 100) });
    },
    end({ to, refused }) {
      bar.hidden = true;
      button.disabled = false;
      state.role = 'status';
      sent.textContent = refused.length > 0 ? texts.isNotStored : texts.isStored;
      state.textContent = refused.join(' ');
      button.textContent = words().scripts.close;
      button.ariaLabel = fill(texts.closeFile, { file: name });
      button.hidden = refused.length === 0;
      if (to !== undefined) title.replaceChildren(Object.assign(make('a', '', name), { href: to }));
    },
  };
}

/** Tile of a folder or ZIP: how far it is, and what was not stored. */
class Batch {
  readonly stop = new AbortController();
  readonly taken = new Set<string>();
  /** Where the last stored file leads to. */
  last: string | null = null;
  #stored = 0;
  #refused = 0;
  readonly #bar = make('progress');
  readonly #state = make('small', 'wraps');
  readonly #problems = make('ul', 'wraps');
  readonly #button = make('button', 'btn sm', words().workScripts.cancel);
  readonly #tile = make('li', 'medium sending batch');

  constructor(
    private readonly form: HTMLFormElement,
    first: HTMLElement,
    private readonly name: string,
  ) {
    const texts = words().workScripts;
    const stage = make('span', 'stage');
    this.#bar.ariaLabel = fill(texts.sentOf, { file: name });
    this.#bar.value = 0;
    this.#state.role = 'status';
    this.#button.type = 'button';
    this.#button.ariaLabel = fill(texts.cancelFile, { file: name });
    this.#button.addEventListener('click', () => {
      if (this.#bar.hidden) this.#tile.remove();
      else this.stop.abort();
    });
    stage.append(this.#bar);
    this.#tile.append(stage, make('b', 'cut', name), this.#state, this.#problems, this.#button);
    first.after(this.#tile);
  }

  /** Asks whether a ZIP is added as one file. */
  async isOneFile(): Promise<boolean> {
    const texts = words().workScripts;
    this.#state.textContent = texts.askZip;
    const choices = make('span', 'row wrap');
    const isOne = await new Promise<boolean>((resolve) => {
      for (const [text, value] of [
        [texts.addFiles, false],
        [texts.addZip, true],
      ] as const) {
        const button = make('button', 'btn sm', text);
        button.type = 'button';
        button.addEventListener('click', () => resolve(value));
        choices.append(button);
      }
      this.#state.after(choices);
      choices.querySelector('button')?.focus();
    });
    choices.remove();
    if (isOne) this.#tile.remove();
    return isOne;
  }

  upload(share: number): void {
    const { uploading, storing } = words().workScripts;
    this.#bar.value = share;
    this.#state.textContent = share === 1 ? storing : fill(uploading, { n: Math.round(share * 100) });
  }

  progress(done: number, of: number, file: string, share: number): void {
    this.#bar.value = of === 0 ? 1 : (done + share) / of;
    this.#state.textContent = fill(words().workScripts.batchFile, { n: Math.min(done + 1, of), all: of, file });
  }

  store(to: string | null = null): void {
    this.#stored += 1;
    this.last = to;
  }

  refuse(file: string, reason: string): void {
    this.#refused += 1;
    const text = file === '' ? reason : `${file}: ${reason}`;
    if (this.#refused <= maxShown) this.#problems.append(make('li', '', text));
  }

  /** @param to page that follows. Default: the list */
  end(to: string | null): void {
    const texts = words().workScripts;
    const query = new URLSearchParams({ added: String(this.#stored), taken: [...this.taken].join(',') });
    const list = to ?? `${this.form.action}?${query}`;
    if (this.#refused === 0 && this.#stored > 0) location.assign(list);
    this.#bar.hidden = true;
    const more = Math.max(0, this.#refused - maxShown);
    if (more > 0) this.#problems.append(make('li', '', counted(texts.moreRefused, more)));
    this.#state.replaceChildren(`${counted(texts.batchStored, this.#stored)} `);
    if (this.#stored > 0) this.#state.append(Object.assign(make('a', '', texts.showMedia), { href: list }));
    this.#button.textContent = words().scripts.close;
    this.#button.ariaLabel = fill(texts.closeFile, { file: this.name });
  }
}
