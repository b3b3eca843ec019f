import { fill, words } from '../../../words/words.js';
import { type Shown, sendFile } from './send-file.js';

/**
 * Lets forms with files accept dropped files. The files are sent one after the other. Those for a list have a tile each.
 */
export function startUploadForms(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-upload]')) startUploadForm(form);
}

function startUploadForm(form: HTMLFormElement): void {
  const texts = words().workScripts;
  const fileField = form.querySelector<HTMLInputElement>('[type=file]');
  const status = form.querySelector('[role=status]');
  const sendButton = form.querySelector('button');
  const hint = form.querySelector<HTMLElement>('[data-drop]');
  if (fileField === null || status === null || sendButton === null || hint === null) return;
  const { list } = form.dataset;
  const tile = list ? document.querySelector<HTMLElement>('[data-drop-tile]') : null;
  hint.hidden = false;
  // Files for a list may be dropped anywhere on its page, those of one medium on its form.
  acceptDrops(form, fileField, tile);
  if (tile !== null) startTile(tile, form, fileField);
  if (tile !== null) void loadBatches().then(({ startBatches }) => startBatches(form, tile));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    sendButton.disabled = true;
    const chosen = [...(fileField.files ?? [])];
    const ofList = tile && { ...(await loadBatches()), tile };
    const files = ofList === null ? chosen : await ofList.withoutArchives(form, ofList.tile, chosen);
    const waiting = files.map((file) => {
      const stop = new AbortController();
      return { file, stop, shown: ofList === null ? barIn(form, stop) : ofList.tileFor(ofList.tile, file, stop) };
    });
    const problems: string[] = [];
    const taken = new Set<string>();
    let to: string | undefined;
    const proposalField = form.querySelector<HTMLInputElement>('[name=proposal]');
    for (const { file, stop, shown } of waiting) {
      status.textContent = fill(texts.sending, { file: file.name });
      const onProgress = (share: number) => shown.progress(share);
      const answer = await sendFile(form, { file, signal: stop.signal, onProgress });
      shown.end(answer);
      // The next files go into the same proposal.
      if (proposalField && answer.proposal) proposalField.value = String(answer.proposal);
      for (const reason of answer.refused) problems.push(fill(texts.notStored, { file: file.name, reason }));
      for (const part of answer.taken ?? []) taken.add(part);
      to = answer.to ?? to;
    }
    sendButton.disabled = false;
    if (files.length === 0) return;
    const told = taken.size === 0 ? '' : `?taken=${[...taken].join(',')}`;
    const next = waiting.length > 1 && list && proposalField === null ? list + told : to;
    if (problems.length === 0 && next !== undefined) location.assign(next);
    status.textContent = problems.join(' ');
  });
}

/** What only lists need is a file of its own. */
const loadBatches = () => import('./batches.js');

/** What has been dropped, if a folder is among it. */
function foldersIn(items: DataTransferItemList | undefined): readonly FileSystemEntry[] {
  const entries = [...(items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return entries.some(({ isDirectory }) => isDirectory) ? entries : [];
}

/** First tile of the list, which chooses files and sends them. */
function startTile(tile: HTMLElement, form: HTMLFormElement, fileField: HTMLInputElement): void {
  tile.hidden = false;
  tile.addEventListener('click', () => fileField.click());
  fileField.addEventListener('change', () => {
    if (!form.closest('details')?.open) form.requestSubmit();
  });
}

/** Bar and button of a form that takes one file. */
function barIn(form: HTMLFormElement, stop: AbortController): Shown {
  const bar = form.querySelector('progress') ?? document.createElement('progress');
  const button = form.querySelector<HTMLButtonElement>('[data-stop]') ?? document.createElement('button');
  bar.hidden = button.hidden = false;
  button.addEventListener('click', () => stop.abort());
  return {
    progress(share) {
      bar.value = share;
      button.disabled = share === 1;
    },
    end() {
      bar.hidden = button.hidden = true;
    },
  };
}

function acceptDrops(form: HTMLFormElement, fileField: HTMLInputElement, tile: HTMLElement | null): void {
  const target = tile ? document.body : form;
  const mark = (isTarget: boolean) => target.classList.toggle('is-drop-target', isTarget);
  target.addEventListener('dragover', (event) => {
    event.preventDefault();
    mark(true);
  });
  target.addEventListener('dragleave', () => mark(false));
  target.addEventListener('drop', (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    mark(false);
    const { files, items } = event.dataTransfer ?? {};
    const folders = tile ? foldersIn(items) : [];
    if (tile && folders.length > 0)
      return void loadBatches().then(({ sendFolders }) => sendFolders(form, tile, folders));
    if (!files?.length || (files.length > 1 && !fileField.multiple)) return;
    fileField.files = files;
    form.requestSubmit();
  });
}
