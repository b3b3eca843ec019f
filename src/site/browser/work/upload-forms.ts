import { sizeText } from '../../../words/sizes.js';
import { fill, words } from '../../../words/words.js';
import { make } from './make.js';

/** The server's response to a file, or the reason why the file was not sent. */
interface Answer {
  readonly to?: string;
  /** Proposal that the file was stored in. */
  readonly proposal?: number;
  readonly refused: readonly string[];
  /** What was taken out of the metadata. */
  readonly taken?: readonly string[];
}

/** Tile of a file that is being uploaded. */
interface Shown {
  /** @param share that is sent, from 0 to 1 */
  progress(share: number): void;
  end(answer: Answer): void;
}

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
  acceptDrops(form, fileField, tile ? document.body : form);
  if (tile !== null) startTile(tile, form, fileField);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    sendButton.disabled = true;
    const waiting = [...(fileField.files ?? [])].map((file) => {
      const stop = new AbortController();
      return { file, stop, shown: tile === null ? barIn(form, stop) : tileFor(tile, file, stop) };
    });
    const problems: string[] = [];
    const taken = new Set<string>();
    let to: string | undefined;
    const proposalField = form.querySelector<HTMLInputElement>('[name=proposal]');
    for (const { file, stop, shown } of waiting) {
      status.textContent = fill(texts.sending, { file: file.name });
      const answer = await sendFile(form, fileField.name, file, stop.signal, (share) => shown.progress(share));
      shown.end(answer);
      // The next files go into the same proposal.
      if (proposalField && answer.proposal) proposalField.value = String(answer.proposal);
      for (const reason of answer.refused) problems.push(fill(texts.notStored, { file: file.name, reason }));
      for (const part of answer.taken ?? []) taken.add(part);
      to = answer.to ?? to;
    }
    sendButton.disabled = false;
    const told = taken.size === 0 ? '' : `?taken=${[...taken].join(',')}`;
    const next = waiting.length > 1 && list && proposalField === null ? list + told : to;
    if (problems.length === 0 && next !== undefined) location.assign(next);
    status.textContent = problems.join(' ');
  });
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

/** Tile of a file behind the first one of the list: how much is sent, or why it was not stored. */
function tileFor(first: HTMLElement, { name, size }: File, stop: AbortController): Shown {
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

function acceptDrops(form: HTMLFormElement, fileField: HTMLInputElement, target: HTMLElement): void {
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
    const files = event.dataTransfer?.files;
    if (!files?.length || (files.length > 1 && !fileField.multiple)) return;
    fileField.files = files;
    form.requestSubmit();
  });
}

/**
 * Sends one file with the other fields of the form.
 *
 * @param onProgress called with the share that is sent, from 0 to 1
 */
async function sendFile(
  form: HTMLFormElement,
  fieldName: string,
  file: File,
  stopped: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Answer> {
  const texts = words().workScripts;
  if (file.size > Number(form.dataset.upload)) return { refused: [texts.tooLarge] };
  if (stopped.aborted) return { refused: [texts.stopped] };
  const data = new FormData(form);
  data.delete(fieldName);
  data.append('by', 'script');
  data.append(fieldName, file);
  const request = new XMLHttpRequest();
  stopped.addEventListener('abort', () => request.abort());
  onProgress(0);
  request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
  await new Promise((resolve) => {
    request.onloadend = resolve;
    request.open('POST', form.action);
    request.send(data);
  });
  const { responseText, responseURL } = request;
  if (URL.canParse(responseURL) && new URL(responseURL).pathname === '/-/workspace/sign-in') {
    return { refused: [texts.signedOut] };
  }
  if (request.status === 200) return JSON.parse(responseText);
  const pageReason = /<h1>(.*?)<\/h1>\s*<p>(.*?)<\/p>/s.exec(responseText)?.slice(1).join(': ');
  return { refused: [pageReason ?? (stopped.aborted ? texts.stopped : texts.interrupted)] };
}
