import { numberText } from '../../../words/words.js';

/** Reason why something was not done. */
export class Problem extends Error {}

interface Checked {
  readonly name: string;
  readonly status: string;
  readonly counts: Readonly<Record<string, number>>;
  /** Rows of each list, with the number of what they say. */
  readonly lists: Readonly<Record<string, readonly [count: number, rows: readonly Node[]]>>;
  /** Text of the button; `null`: there is nothing to make. */
  readonly make: string | null;
}

/**
 * Asks what would become of the files that a form takes, and shows it in place of the form: `manage/parts/check-first.tsx`.
 *
 * @param make makes it, and returns what to say then
 * @throws Problem from `check` and `make`, whose text is shown; for other errors `noAnswer` is
 */
export class CheckFirst {
  #result: HTMLElement | null = null;

  constructor(
    private readonly form: HTMLFormElement,
    private readonly noAnswer: () => string,
  ) {}

  /** Says how far it is. */
  say(text: string): void {
    part(this.#result ?? this.form, '[role=status]').textContent = text;
  }

  /** Runs what a button begins. */
  async run(work: () => Promise<void>): Promise<void> {
    const shown = this.#result ?? this.form;
    const [button, problem] = [part<HTMLButtonElement>(shown, '.go'), part(shown, '[role=alert]')];
    problem.hidden = button.disabled = true;
    try {
      await work();
    } catch (error) {
      problem.hidden = false;
      problem.textContent = error instanceof Problem ? error.message : this.noAnswer();
    }
    button.disabled = false;
  }

  show({ name, status, counts, lists, make }: Checked, run: () => Promise<void>): HTMLElement {
    const chooser = this.form.closest('section') ?? this.form;
    const result = document.createElement('section');
    result.append(part<HTMLTemplateElement>(document, '[data-result]').content.cloneNode(true));
    const heading = part(result, 'h1');
    heading.textContent = name;
    for (const box of result.querySelectorAll<HTMLElement>('[data-count]')) {
      const count = counts[box.dataset.count ?? ''] ?? 0;
      part(box, 'b').textContent = numberText(count);
      if (count > 0 && box.dataset.look !== undefined) box.classList.add(box.dataset.look);
    }
    this.#result = result;
    for (const [name, [count, rows]] of Object.entries(lists)) this.fill(name, count, rows);
    const button = part<HTMLButtonElement>(result, '[data-make]');
    button.textContent = make;
    button.hidden = make === null;
    button.addEventListener('click', () => this.run(run));
    part(result, '[data-discard]').addEventListener('click', () => {
      result.remove();
      this.#result = null;
      chooser.hidden = false;
      this.form.reset();
      part(this.form, '[type=file]').focus();
    });
    this.say(status);
    chooser.hidden = true;
    chooser.after(result);
    heading.focus();
    return result;
  }

  /** Puts rows into a list, with the number of what they say in its heading; without any, both are hidden. */
  fill(name: string, count: number, rows: readonly Node[]): void {
    const list = part(this.#result ?? this.form, `[data-list=${name}]`);
    const heading = list.previousElementSibling;
    if (!(heading instanceof HTMLElement)) return;
    heading.hidden = list.hidden = count === 0;
    if (count === 0) return;
    const number = Object.assign(document.createElement('span'), { className: 'dim', textContent: numberText(count) });
    heading.append(' ', number);
    list.replaceChildren(...rows);
  }
}

/** @throws Error if it is not there */
export function part<Found extends HTMLElement = HTMLElement>(root: ParentNode, selector: string): Found {
  const found = root.querySelector<Found>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
}
