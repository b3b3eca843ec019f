/** Sign-in link: its secret comes in the fragment, and moves from the address bar into the field. */
const linkField = document.querySelector<HTMLInputElement>('form[data-sign-in] input[name=link]');
function takeLink(): void {
  if (linkField === null || !location.hash.startsWith('#bp_')) return;
  linkField.value = location.hash.slice(1);
  history.replaceState(null, '', location.pathname + location.search);
  linkField.form?.querySelector('button')?.focus();
  document.getElementById('filled')?.removeAttribute('hidden');
}
takeLink();
/** A link pasted into the address bar of this page changes only the fragment. */
addEventListener('hashchange', takeLink);

/** Head that scrolls sideways: shows the link to this page, and then the one that has the focus by key; a touch scrolls nothing. */
const links = document.querySelector<HTMLElement>('.bar nav');
const current = links?.querySelector<HTMLElement>('[aria-current]');
if (links && current && !links.contains(document.activeElement)) links.scrollLeft = current.offsetLeft - 80;
links?.addEventListener('focusin', ({ target }) => {
  const link = target as HTMLElement;
  if (link.matches(':focus-visible')) link.scrollIntoView({ block: 'nearest', inline: 'center' });
});

/** Forms with a passkey, which the browser makes or signs with before they are sent. Browsers without passkeys do not show them. */
const hasPasskeys = 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
const passkeyErrors: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device has a passkey for you already.',
  NotAllowedError: 'Nothing was done. It was cancelled, took too long, or there is no passkey for this portal.',
};
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
  if (!hasPasskeys) break;
  form.hidden = false;
  document.querySelector('[data-no-passkeys]')?.remove();
  const responseField = form.querySelector<HTMLInputElement>('input[name=response]') as HTMLInputElement;
  const button = form.querySelector('button') as HTMLButtonElement;
  const status = form.querySelector('[role=status]') as HTMLElement;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      const { get, create } = await (await fetch(form.dataset.passkey ?? '')).json();
      const credential = create
        ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(create) })
        : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(get) });
      responseField.value = JSON.stringify(credential);
      form.submit();
    } catch (error) {
      button.disabled = false;
      status.textContent =
        passkeyErrors[error instanceof Error ? error.name : ''] ?? 'This did not work. Load the page again.';
    }
  });
}

/** Focus on the reason of a refusal. */
document.querySelector<HTMLElement>('.notice[role=alert]')?.focus();

/** Times in the reader's time zone; UTC stays as a tooltip. */
const localTime = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
  if (Number.isNaN(Date.parse(time.dateTime))) continue;
  time.title = time.textContent ?? '';
  time.textContent = localTime.format(new Date(time.dateTime));
}

/** Buttons that copy a field; browsers allow it only on https and this machine. */
for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  button.hidden = !isSecureContext;
  button.addEventListener('click', async () => {
    const field = document.getElementById(button.dataset.copy ?? '');
    if (!(field instanceof HTMLInputElement)) return;
    const isCopied = await navigator.clipboard.writeText(field.value).then(
      () => true,
      () => false,
    );
    field.select();
    const status = button.parentElement?.nextElementSibling;
    if (status) status.textContent = isCopied ? 'Copied.' : 'It could not be copied. It is selected: copy it by hand.';
  });
}

/** Forms are sent once: a second click does nothing. */
document.addEventListener('submit', ({ target, defaultPrevented }) => {
  if (!(target instanceof HTMLFormElement) || defaultPrevented || target.method !== 'post') return;
  // Disabled buttons are not sent: the browser reads the form first.
  setTimeout(() => {
    for (const button of target.querySelectorAll('button')) button.disabled = true;
  });
  // Nothing tells that sending was stopped. What is sent twice is stored once.
  setTimeout(() => {
    for (const button of target.querySelectorAll('button')) button.disabled = false;
  }, 10_000);
});
/** Forms of a page from the browser's back-forward cache are usable again. */
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) for (const button of document.querySelectorAll('button')) button.disabled = false;
});

/** Poll for a newer version, which is announced; the page is not replaced while it is read. */
const newerNotice = document.querySelector<HTMLElement>('[data-watch]');
function addLink(to: HTMLElement, href: string, text: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.className = 'button quiet small';
  link.textContent = text;
  to.append(link, ' ');
}
async function pollForNewer(): Promise<void> {
  if (newerNotice === null || document.hidden || newerNotice.firstChild !== null) return;
  // Without a session the answer is a redirect, which is ignored.
  const response = await fetch(newerNotice.dataset.watch ?? '', { redirect: 'manual' }).catch(() => null);
  if (response?.status !== 200) return;
  const text = await response.text();
  if (newerNotice.firstChild !== null) return;
  if (newerNotice.dataset.merges !== undefined) {
    newerNotice.textContent = `${text}. ${newerNotice.dataset.merges}`;
    return;
  }
  const address = new URL(location.href);
  address.searchParams.delete('done');
  addLink(newerNotice, address.pathname + address.search, `${text} – show`);
  if (newerNotice.dataset.compare !== undefined) addLink(newerNotice, newerNotice.dataset.compare, 'What changed');
}
setInterval(() => void pollForNewer(), 20_000);
addEventListener('focus', () => void pollForNewer());

/** Drops copies of unsaved texts on this device (`write:<person>:…`): those of others, a saved one, and all after signing out. */
function dropCopies(isObsolete: (key: string) => boolean): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith('write:') && isObsolete(key)) localStorage.removeItem(key);
  }
}
const person = document.querySelector<HTMLElement>('[data-person]')?.dataset.person;
if (person !== undefined) dropCopies((key) => !key.startsWith(`write:${person}:`));
const savedKey = sessionStorage.getItem('saving');
const query = new URLSearchParams(location.search);
// A refused save can be sent again from the page that says so; any other page is its answer, or of something else.
if (savedKey !== null && document.querySelector('form.notice input[name=base]') === null) {
  if (query.has('done') || query.has('same')) dropCopies((key) => key === savedKey);
  sessionStorage.removeItem('saving');
}
for (const form of document.querySelectorAll('form[data-sign-out]')) {
  form.addEventListener('submit', () => dropCopies(() => true));
}

/** Forms with files: take files that are dropped on them, and send one after the other, with a progress bar. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-upload]')) {
  const element = <Type extends Element>(selector: string) => form.querySelector<Type>(selector) as Type;
  const fileField = element<HTMLInputElement>('[type=file]');
  const progressBar = element<HTMLProgressElement>('progress');
  const status = element('[role=status]');
  const stopButton = element<HTMLButtonElement>('[data-stop]');
  let request = new XMLHttpRequest();
  let isStopped = false;
  stopButton.addEventListener('click', () => {
    isStopped = true;
    request.abort();
  });
  element<HTMLElement>('[data-drop]').hidden = false;
  form.addEventListener('dragover', (event) => {
    event.preventDefault();
    form.classList.add('is-over');
  });
  form.addEventListener('dragleave', () => form.classList.remove('is-over'));
  form.addEventListener('drop', (event) => {
    event.preventDefault();
    form.classList.remove('is-over');
    const files = event.dataTransfer?.files;
    if (!files?.length || (files.length > 1 && !fileField.multiple)) return;
    fileField.files = files;
    form.requestSubmit();
  });
  /** Sends one of `count` files, of which `sentCount` are sent. @returns the server's answer, or the reason of a failure */
  const send = (file: File, sentCount: number, count: number) =>
    new Promise<{ to?: string; refused: string[] }>((resolve) => {
      const data = new FormData(form);
      data.delete(fileField.name);
      data.append('by', 'script');
      data.append(fileField.name, file);
      request = new XMLHttpRequest();
      stopButton.disabled = false;
      request.upload.onprogress = ({ loaded, total }) => {
        progressBar.value = (sentCount + loaded / total) / count;
        stopButton.disabled = loaded === total;
      };
      request.onloadend = () => {
        const { status: code, responseText, responseURL } = request;
        if (URL.canParse(responseURL) && new URL(responseURL).pathname === '/backend/sign-in') {
          return resolve({ refused: ['You were signed out meanwhile. Sign in in another tab, and send it again.'] });
        }
        if (code === 200) return resolve(JSON.parse(responseText));
        const pageReason = /<h1>(.*?)<\/h1>\s*<p>(.*?)<\/p>/s.exec(responseText)?.slice(1).join(': ');
        resolve({ refused: [pageReason ?? (isStopped ? 'You stopped it.' : 'The upload broke off.')] });
      };
      request.open('POST', form.action);
      request.send(data);
    });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const files = [...(fileField.files ?? [])];
    const button = element<HTMLButtonElement>('button');
    button.disabled = true;
    isStopped = false;
    progressBar.hidden = stopButton.hidden = false;
    const problems: string[] = [];
    let to: string | undefined;
    for (const [index, file] of files.entries()) {
      status.textContent = `Sending ${file.name}`;
      const isTooLarge = file.size > Number(form.dataset.upload);
      const answer = isTooLarge
        ? { refused: ['It is too large.'] }
        : isStopped
          ? { refused: ['You stopped it.'] }
          : await send(file, index, files.length);
      for (const reason of answer.refused) problems.push(`${file.name} was not stored. ${reason}`);
      if ('to' in answer) to = answer.to;
    }
    button.disabled = false;
    progressBar.hidden = stopButton.hidden = true;
    const list = form.dataset.list;
    if (problems.length === 0 && to !== undefined) location.assign(files.length > 1 && list ? list : to);
    status.textContent = problems.join(' ');
  });
}
