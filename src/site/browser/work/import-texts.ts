import { counted, fill, type Words, words } from '../../../words/words.js';
import { newKey } from '../idempotency-keys.js';
import { CheckFirst, Problem, part } from './check-first.js';

/** A file that was chosen, with the language and the writer of its texts. */
interface Chosen {
  readonly file: File;
  readonly tag: string;
  readonly language: string;
  /** Start of the addresses of pages in the language. */
  readonly pages: string;
  readonly by: FormDataEntryValue | null;
}

/** Unit that would not be taken. */
interface Refused {
  readonly unit: string;
  readonly title: string | null;
  readonly reason: keyof Words['importing']['reasons'];
  readonly sent: string;
  readonly now: string | null;
}

interface Taken {
  readonly id: number | null;
  readonly title: string | null;
  readonly taken: number;
  readonly outdated: number;
}

/** Answer of a check. */
interface Checked extends Readonly<Record<keyof Words['importing']['counts'], number>> {
  readonly commit: string | null;
  readonly pages: readonly Taken[];
  readonly refusals: readonly Refused[];
}

/** Sends a file of translations twice: first to ask what would become of its texts, then for the proposal. */
export function startImport(form: HTMLFormElement): void {
  const page = new CheckFirst(form, () => words().importing.noAnswer);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void page.run(async () => {
      const chosen = chosenIn(form);
      const response = await send(form, chosen, { check: 'true' });
      show(page, form, chosen, await response.json());
    });
  });
}

function chosenIn(form: HTMLFormElement): Chosen {
  const lang = part<HTMLSelectElement>(form, 'select');
  const file = part<HTMLInputElement>(form, '[type=file]');
  const [option, sent] = [lang.selectedOptions[0], file.files?.[0]];
  if (option === undefined || sent === undefined) throw new Error('nothing is chosen');
  const { value: tag, text: language } = option;
  return { file: sent, tag, language, pages: option.dataset.pages ?? '', by: new FormData(form).get('by') };
}

/** @throws Problem */
async function send(
  form: HTMLFormElement,
  { file, tag, language, by }: Chosen,
  query: { readonly check?: 'true' },
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const asked = new URLSearchParams({ ...query, ...(by && { by: String(by) }) });
  const texts = words().importing;
  try {
    return await ask(form, 'PUT', `/languages/${tag}/texts.xlf?${asked}`, file, headers);
  } catch (error) {
    const other = await languageOf(file);
    if (!(error instanceof Problem) || other === null || other === tag.toLowerCase()) throw error;
    const names = new Intl.DisplayNames(words().locale, { type: 'language' });
    throw new Problem(fill(texts.otherLanguage, { language, other: names.of(other) ?? other }));
  }
}

/** Language that a file of translations is for; `null` if it does not say so near its beginning. */
async function languageOf(file: File): Promise<string | null> {
  const start = await file.slice(0, 64 * 1024).text();
  const [, tag = ''] =
    /<(?:file|xliff)\b[^>]*\b(?:target-language|trgLang)=["']([a-z]{2,3}(?:-[a-z\d]{2,8})*)["']/i.exec(start) ?? [];
  return tag === '' ? null : tag.toLowerCase();
}

/** @throws Problem */
async function ask(
  { dataset }: HTMLFormElement,
  method: string,
  path: string,
  body: File | null,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const response = await fetch(`${dataset.import}${path}`, {
    method,
    body,
    headers: { Person: dataset.person ?? '', ...(body && { 'Content-Type': 'application/xliff+xml' }), ...headers },
  });
  if (response.ok) return response;
  const { title, errors = {} }: { title?: string; errors?: Record<string, string[]> } = await response.json();
  throw new Problem(Object.values(errors).flat()[0] ?? title ?? words().importing.noAnswer);
}

/** Shows what would become of the file, in place of the form. */
function show(page: CheckFirst, form: HTMLFormElement, chosen: Chosen, checked: Checked): void {
  const texts = words().importing;
  const { taken, commit, pages, refusals } = checked;
  const lead = { language: chosen.language, commit: commit?.slice(0, 7) ?? '' };
  const headers = { 'Idempotency-Key': `"${newKey()}"` };
  const result = page.show(
    {
      name: chosen.file.name,
      status: fill(commit === null ? texts.nothingYet : texts.nothingYetOf, lead),
      counts: { taken, same: checked.same, outdated: checked.outdated, refused: checked.refused },
      lists: {
        refused: [checked.refused, refusals.map((one) => refusalRow(chosen, one))],
        taken: [taken, pages.map((one) => takenRow(chosen, one))],
      },
      make: taken === 0 ? null : counted(texts.make, taken),
    },
    async () => {
      page.say(await propose(form, chosen, headers));
      part(result, '[data-make]').hidden = true;
    },
  );
}

/** Makes the proposals, and sends them for review. @returns what was done, for people who see no list of proposals */
async function propose(
  form: HTMLFormElement,
  chosen: Chosen,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  const texts = words().importing;
  const response = await send(form, chosen, {}, headers);
  const { proposals }: { readonly proposals: number } = await response.json();
  const first = Number(response.headers.get('Proposal'));
  if (proposals === 0 || first === 0) return texts.nothingNew;
  for (let number = first; number < first + proposals; number++)
    await ask(form, 'POST', `/proposals/${number}/submit`, null);
  const list = form.dataset.proposals;
  if (list !== undefined) location.assign(proposals === 1 ? `${list}/${first}` : list);
  return counted(texts.made, proposals);
}

function rowOf(name: 'refusal' | 'outdated' | 'clean', title: string, details: readonly string[]): HTMLElement {
  const template = part<HTMLTemplateElement>(document, `[data-row=${name}]`);
  const row = part(template.content.cloneNode(true) as DocumentFragment, 'li');
  part(row, 'b').textContent = title;
  part(row, 'small').textContent = details.join(' · ');
  return row;
}

function refusalRow({ pages }: Chosen, { unit, reason, title, sent, now }: Refused): HTMLElement {
  const texts = words().importing;
  const details = [title ?? texts.others];
  if (sent !== '') details.push(fill(texts.inFile, { text: sent }));
  if (now !== null) details.push(fill(texts.isNow, { text: now }));
  const row = rowOf('refusal', texts.reasons[reason], details);
  const link = part<HTMLAnchorElement>(row, 'a');
  const [, page] = /^page-(\d+)\./.exec(unit) ?? [];
  if (title === null || page === undefined) link.remove();
  else link.href = `${pages}${page}#edit`;
  return row;
}

function takenRow({ pages }: Chosen, { id, title, taken, outdated }: Taken): HTMLElement {
  const texts = words().importing;
  const details = [counted(texts.textCount, taken), ...(outdated > 0 ? [counted(texts.older, outdated)] : [])];
  const row = rowOf(outdated > 0 ? 'outdated' : 'clean', title ?? texts.others, details);
  if (outdated > 0) part(row, '.tag > span').textContent = counted(words().importing.stays, outdated);
  if (id === null) return row;
  const link = Object.assign(document.createElement('a'), { href: `${pages}${id}`, textContent: title });
  part(row, 'b').replaceChildren(link);
  return row;
}
