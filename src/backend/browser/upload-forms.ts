/** The server's answer to a file, or the reason why it was not sent. */
interface Answer {
  readonly to?: string;
  readonly refused: readonly string[];
}

/** Lets forms with files accept dropped files, and sends the files one after the other with a progress bar. */
export function startUploadForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-upload]')) new UploadForm(form).start();
}

class UploadForm {
  readonly #fileField: HTMLInputElement;
  readonly #progressBar: HTMLProgressElement;
  readonly #status: Element;
  readonly #stopButton: HTMLButtonElement;
  #request = new XMLHttpRequest();
  #isStopped = false;

  constructor(private readonly form: HTMLFormElement) {
    this.#fileField = this.#element('[type=file]');
    this.#progressBar = this.#element('progress');
    this.#status = this.#element('[role=status]');
    this.#stopButton = this.#element('[data-stop]');
  }

  start(): void {
    this.#stopButton.addEventListener('click', () => {
      this.#isStopped = true;
      this.#request.abort();
    });
    this.#acceptDrops();
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#sendAll([...(this.#fileField.files ?? [])]);
    });
  }

  #element<Type extends Element>(selector: string): Type {
    return this.form.querySelector<Type>(selector) as Type;
  }

  #acceptDrops(): void {
    const { form } = this;
    this.#element<HTMLElement>('[data-drop]').hidden = false;
    form.addEventListener('dragover', (event) => {
      event.preventDefault();
      form.classList.add('is-drop-target');
    });
    form.addEventListener('dragleave', () => form.classList.remove('is-drop-target'));
    form.addEventListener('drop', (event) => {
      event.preventDefault();
      form.classList.remove('is-drop-target');
      const files = event.dataTransfer?.files;
      if (!files?.length || (files.length > 1 && !this.#fileField.multiple)) return;
      this.#fileField.files = files;
      form.requestSubmit();
    });
  }

  async #sendAll(files: readonly File[]): Promise<void> {
    const button = this.#element<HTMLButtonElement>('button');
    button.disabled = true;
    this.#isStopped = false;
    this.#progressBar.hidden = this.#stopButton.hidden = false;
    const problems: string[] = [];
    let to: string | undefined;
    for (const [index, file] of files.entries()) {
      this.#status.textContent = `Sending ${file.name}`;
      const answer = this.#refusalOf(file) ?? (await this.#send(file, index, files.length));
      for (const reason of answer.refused) problems.push(`${file.name} was not stored. ${reason}`);
      to = answer.to ?? to;
    }
    button.disabled = false;
    this.#progressBar.hidden = this.#stopButton.hidden = true;
    const { list } = this.form.dataset;
    if (problems.length === 0 && to !== undefined) location.assign(files.length > 1 && list ? list : to);
    this.#status.textContent = problems.join(' ');
  }

  #refusalOf(file: File): Answer | null {
    if (file.size > Number(this.form.dataset.upload)) return { refused: ['It is too large.'] };
    return this.#isStopped ? { refused: ['You stopped it.'] } : null;
  }

  /** Sends one of `count` files, after `sentCount` others. */
  #send(file: File, sentCount: number, count: number): Promise<Answer> {
    const data = new FormData(this.form);
    data.delete(this.#fileField.name);
    data.append('by', 'script');
    data.append(this.#fileField.name, file);
    const request = new XMLHttpRequest();
    this.#request = request;
    this.#stopButton.disabled = false;
    request.upload.onprogress = ({ loaded, total }) => {
      this.#progressBar.value = (sentCount + loaded / total) / count;
      this.#stopButton.disabled = loaded === total;
    };
    return new Promise((resolve) => {
      request.onloadend = () => resolve(this.#answerOf(request));
      request.open('POST', this.form.action);
      request.send(data);
    });
  }

  #answerOf({ status, responseText, responseURL }: XMLHttpRequest): Answer {
    if (URL.canParse(responseURL) && new URL(responseURL).pathname === '/backend/sign-in') {
      return { refused: ['You were signed out meanwhile. Sign in in another tab, and send it again.'] };
    }
    if (status === 200) return JSON.parse(responseText);
    const pageReason = /<h1>(.*?)<\/h1>\s*<p>(.*?)<\/p>/s.exec(responseText)?.slice(1).join(': ');
    return { refused: [pageReason ?? (this.#isStopped ? 'You stopped it.' : 'The upload was interrupted.')] };
  }
}
