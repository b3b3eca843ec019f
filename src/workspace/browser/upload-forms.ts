/** The server's answer to a file, or the reason why it was not sent. */
interface Answer {
  readonly to?: string;
  readonly refused: readonly string[];
}

/** Lets forms with files accept dropped files, and sends the files one after the other with a progress bar. */
export function startUploadForms(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-upload]')) startUploadForm(form);
}

function startUploadForm(form: HTMLFormElement): void {
  const element = <Type extends Element>(selector: string) => form.querySelector<Type>(selector) as Type;
  const fileField = element<HTMLInputElement>('[type=file]');
  const progressBar = element<HTMLProgressElement>('progress');
  const status = element('[role=status]');
  const stopButton = element<HTMLButtonElement>('[data-stop]');
  const sendButton = element<HTMLButtonElement>('button');
  let stop = new AbortController();
  element<HTMLElement>('[data-drop]').hidden = false;
  // Files for a list may be dropped anywhere on its page, those of one medium on its form.
  acceptDrops(form, fileField, form.dataset.list ? document.body : form);
  startTile(form, fileField);
  stopButton.addEventListener('click', () => stop.abort());
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const files = [...(fileField.files ?? [])];
    stop = new AbortController();
    const around = form.closest('details');
    if (around) around.open = true;
    sendButton.disabled = true;
    progressBar.hidden = stopButton.hidden = false;
    const problems: string[] = [];
    let to: string | undefined;
    for (const [sentCount, file] of files.entries()) {
      status.textContent = `Sending ${file.name}`;
      const answer = await sendFile(form, fileField.name, file, stop.signal, (share) => {
        progressBar.value = (sentCount + share) / files.length;
        stopButton.disabled = share === 1;
      });
      for (const reason of answer.refused) problems.push(`${file.name} was not stored. ${reason}`);
      to = answer.to ?? to;
    }
    sendButton.disabled = false;
    progressBar.hidden = stopButton.hidden = true;
    const { list } = form.dataset;
    if (problems.length === 0 && to !== undefined) location.assign(files.length > 1 && list ? list : to);
    status.textContent = problems.join(' ');
  });
}

/** First tile of the list, which chooses files and sends them. */
function startTile(form: HTMLFormElement, fileField: HTMLInputElement): void {
  const tile = form.dataset.list ? document.querySelector<HTMLElement>('[data-drop-tile]') : null;
  if (tile === null) return;
  tile.hidden = false;
  tile.addEventListener('click', () => fileField.click());
  fileField.addEventListener('change', () => {
    if (!form.closest('details')?.open) form.requestSubmit();
  });
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

/** Sends one file with the other fields of the form. @param onProgress called with the share that is sent, from 0 to 1 */
async function sendFile(
  form: HTMLFormElement,
  fieldName: string,
  file: File,
  stopped: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Answer> {
  if (file.size > Number(form.dataset.upload)) return { refused: ['It is too large.'] };
  if (stopped.aborted) return { refused: ['You stopped it.'] };
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
    return { refused: ['You were signed out meanwhile. Sign in in another tab, and send it again.'] };
  }
  if (request.status === 200) return JSON.parse(responseText);
  const pageReason = /<h1>(.*?)<\/h1>\s*<p>(.*?)<\/p>/s.exec(responseText)?.slice(1).join(': ');
  return { refused: [pageReason ?? (stopped.aborted ? 'You stopped it.' : 'The upload was interrupted.')] };
}
