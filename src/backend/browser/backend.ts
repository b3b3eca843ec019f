/** Signing in: the secret is in the fragment, and leaves the address bar for the field. */
const field = document.querySelector<HTMLInputElement>('form[data-sign-in] input[name=link]');
if (field !== null && location.hash.startsWith('#bp_')) {
  field.value = location.hash.slice(1);
  history.replaceState(null, '', location.pathname + location.search);
  field.form?.querySelector('button')?.focus();
  document.getElementById('filled')?.removeAttribute('hidden');
}

/** In a head that scrolls, the link to this part is in view, and then the one that a key has the focus on: under a finger nothing may move. */
const links = document.querySelector<HTMLElement>('.bar nav');
const current = links?.querySelector<HTMLElement>('[aria-current]');
if (links && current && !links.contains(document.activeElement)) links.scrollLeft = current.offsetLeft - 80;
links?.addEventListener('focusin', ({ target }) => {
  const link = target as HTMLElement;
  if (link.matches(':focus-visible')) link.scrollIntoView({ block: 'nearest', inline: 'center' });
});

/** Form with a passkey: the browser makes one, or signs with one, before it is sent. Browsers that cannot are not shown it. */
const passkeys = 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
const reasons: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device has a passkey for you already.',
  NotAllowedError: 'Nothing was done. It was cancelled, took too long, or there is no passkey for this portal.',
};
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
  if (!passkeys) break;
  form.hidden = false;
  document.querySelector('[data-no-passkeys]')?.remove();
  const field = form.querySelector<HTMLInputElement>('input[name=response]') as HTMLInputElement;
  const button = form.querySelector('button') as HTMLButtonElement;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      const { get, create } = await (await fetch(form.dataset.passkey ?? '')).json();
      const credential = create
        ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(create) })
        : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(get) });
      field.value = JSON.stringify(credential);
      form.submit();
    } catch (error) {
      button.disabled = false;
      const say = form.querySelector('[role=status]') as HTMLElement;
      say.textContent = reasons[error instanceof Error ? error.name : ''] ?? 'This did not work. Load the page again.';
    }
  });
}

/** The reason of a refusal has the focus. */
document.querySelector<HTMLElement>('.notice[role=alert]')?.focus();

/** Times in the reader's time zone; UTC stays as a tooltip. */
const zoned = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
  time.title = time.textContent ?? '';
  time.textContent = zoned.format(new Date(time.dateTime));
}

/** Copying; browsers allow it on https and this machine alone. */
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
    const said = button.parentElement?.nextElementSibling;
    if (said) said.textContent = isCopied ? 'Copied.' : 'It could not be copied. It is selected: copy it by hand.';
  });
}

/** A form is sent once: a second click does nothing more. */
document.addEventListener('submit', ({ target, defaultPrevented }) => {
  if (!(target instanceof HTMLFormElement) || defaultPrevented || target.method !== 'post') return;
  // Disabled buttons are not sent: the browser reads the form first.
  setTimeout(() => {
    for (const button of target.querySelectorAll('button')) button.disabled = true;
  });
});
/** Forms of a page from the browser's back-forward cache are usable again. */
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) for (const button of document.querySelectorAll('button')) button.disabled = false;
});

/** Poll for a newer version, which is announced: the page is not replaced under its reader. */
const live = document.querySelector<HTMLElement>('[data-watch]');
function addLink(to: HTMLElement, href: string, text: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.className = 'button quiet small';
  link.textContent = text;
  to.append(link, ' ');
}
async function look(): Promise<void> {
  if (live === null || document.hidden || live.firstChild !== null) return;
  // Without a session the answer is a redirect, which is ignored.
  const response = await fetch(live.dataset.watch ?? '', { redirect: 'manual' }).catch(() => null);
  if (response?.status !== 200) return;
  const text = await response.text();
  if (live.firstChild !== null) return;
  if (live.dataset.merges !== undefined) {
    live.textContent = `${text}. ${live.dataset.merges}`;
    return;
  }
  const own = new URL(location.href);
  own.searchParams.delete('done');
  addLink(live, own.pathname + own.search, `${text} – show`);
  if (live.dataset.compare !== undefined) addLink(live, live.dataset.compare, 'What changed');
}
setInterval(() => void look(), 20_000);
addEventListener('focus', () => void look());

/** Unsaved texts on this device (`write:<person>:…`) are this person's alone, and gone once they are saved or after signing out. */
function dropCopies(isOld: (key: string) => boolean): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith('write:') && isOld(key)) localStorage.removeItem(key);
}
const person = document.querySelector<HTMLElement>('[data-person]')?.dataset.person;
if (person !== undefined) dropCopies((key) => !key.startsWith(`write:${person}:`));
const saving = sessionStorage.getItem('saving');
const arrived = new URLSearchParams(location.search);
if (saving !== null && (arrived.has('done') || arrived.has('same'))) {
  dropCopies((key) => key === saving);
  sessionStorage.removeItem('saving');
}
for (const form of document.querySelectorAll('form[data-sign-out]')) {
  form.addEventListener('submit', () => dropCopies(() => true));
}

/** Form with files: takes what is dropped, and sends one file after the other, with a bar. */
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-upload]')) {
  const part = <Found extends Element>(selector: string) => form.querySelector<Found>(selector) as Found;
  const [field, bar, say, stop] = [
    part<HTMLInputElement>('[type=file]'),
    part<HTMLProgressElement>('progress'),
    part('[role=status]'),
    part<HTMLButtonElement>('[data-stop]'),
  ];
  let request = new XMLHttpRequest();
  let isStopped = false;
  stop.addEventListener('click', () => {
    isStopped = true;
    request.abort();
  });
  part<HTMLElement>('[data-drop]').hidden = false;
  form.addEventListener('dragover', (event) => {
    event.preventDefault();
    form.classList.add('is-over');
  });
  form.addEventListener('dragleave', () => form.classList.remove('is-over'));
  form.addEventListener('drop', (event) => {
    event.preventDefault();
    form.classList.remove('is-over');
    const files = event.dataTransfer?.files;
    if (!files?.length || (files.length > 1 && !field.multiple)) return;
    field.files = files;
    form.requestSubmit();
  });
  const send = (file: File, before: number, count: number) =>
    new Promise<{ to?: string; refused: string[] }>((resolve) => {
      const data = new FormData(form);
      data.delete(field.name);
      data.append('by', 'script');
      data.append(field.name, file);
      request = new XMLHttpRequest();
      stop.disabled = false;
      request.upload.onprogress = ({ loaded, total }) => {
        bar.value = (before + loaded / total) / count;
        stop.disabled = loaded === total;
      };
      request.onloadend = () => {
        const { status, responseText } = request;
        if (status === 200) resolve(JSON.parse(responseText));
        else
          resolve({
            refused: [
              /<h1>(.*?)<\/h1>\s*<p>(.*?)<\/p>/s.exec(responseText)?.slice(1).join(': ') ??
                (isStopped ? 'You stopped it.' : 'The upload broke off.'),
            ],
          });
      };
      request.open('POST', form.action);
      request.send(data);
    });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const files = [...(field.files ?? [])];
    const button = part<HTMLButtonElement>('button');
    button.disabled = true;
    isStopped = false;
    bar.hidden = stop.hidden = false;
    const problems: string[] = [];
    let to: string | undefined;
    for (const [at, file] of files.entries()) {
      say.textContent = `Sending ${file.name}`;
      const isLarge = file.size > Number(form.dataset.upload);
      const found = isLarge
        ? { refused: ['It is too large.'] }
        : isStopped
          ? { refused: ['You stopped it.'] }
          : await send(file, at, files.length);
      for (const reason of found.refused) problems.push(`${file.name} was not stored. ${reason}`);
      if ('to' in found) to = found.to;
    }
    button.disabled = false;
    bar.hidden = stop.hidden = true;
    const list = form.dataset.list;
    if (problems.length === 0 && to !== undefined) location.assign(files.length > 1 && list ? list : to);
    say.textContent = problems.join(' ');
  });
}
