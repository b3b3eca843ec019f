import { words } from '../../../words/words.js';
import { make } from './make.js';
import { sendFile } from './send-file.js';

/** Family of the chosen file, in this page only. */
const chosen = 'chosen font';

/** Facts that the server reads in a file. */
interface Facts {
  readonly family?: string | null;
  readonly weights?: readonly number[];
  readonly style?: string;
  readonly isRestricted?: boolean;
  readonly refused: readonly string[];
}

/** Shows a font as soon as its file is chosen, and fills the empty fields with what it says. */
export function startFontForm(form: HTMLFormElement): void {
  const field = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`);
  const [file, family, weights] = ['file', 'family', 'weights'].map(field);
  const style = form.querySelector<HTMLSelectElement>('[name=style]');
  const status = form.querySelector('[role=status]');
  const aside = document.querySelector<HTMLElement>('[data-specimen]');
  if (!file || !family || !weights || !style || !status || !aside) return;
  const filled = new Map<HTMLInputElement | HTMLSelectElement, string>();
  const fillIn = (input: HTMLInputElement | HTMLSelectElement, value: string): void => {
    if (input.value !== '' && input.value !== filled.get(input)) return;
    input.value = value;
    filled.set(input, value);
  };
  const draw = (): void => drawSpecimen(aside, family.value, weights.value);
  file.addEventListener('change', async () => {
    const [font] = file.files ?? [];
    aside.hidden = true;
    status.textContent = '';
    if (font === undefined) return;
    const facts: Facts = await sendFile(form, {
      file: font,
      signal: new AbortController().signal,
      maxBytes: Number(form.dataset.font),
      fields: { reads: 'yes' },
      onProgress() {},
    });
    if (file.files?.[0] !== font) return;
    const { newFontScript } = words().workScripts;
    status.textContent = facts.refused.join(' ') || (facts.isRestricted ? newFontScript.restricted : '');
    if (facts.refused.length > 0) return;
    fillIn(family, facts.family ?? '');
    fillIn(weights, facts.weights?.join(', ') ?? '');
    fillIn(style, facts.style ?? '');
    // A face of all weights, so that a variable font shows each.
    const face = new FontFace(chosen, await font.arrayBuffer(), { weight: '1 1000' });
    document.fonts.add(await face.load());
    draw();
  });
  for (const input of [family, weights]) input.addEventListener('input', draw);
}

function drawSpecimen(aside: HTMLElement, family: string, weights: string): void {
  const [title, big, list] = ['h2', '.big', '.ws'].map((part) => aside.querySelector<HTMLElement>(part));
  if (!title || !big || !list || ![...document.fonts].some((face) => face.family.includes(chosen))) return;
  if (family !== '') title.textContent = family;
  big.style.fontFamily = `"${chosen}"`;
  const lines = weights.match(/\b\d{1,4}\b/g)?.map((weight) => {
    const line = make('div');
    line.style.font = `${weight} 20px/28px "${chosen}"`;
    line.append(Object.assign(make('small'), { textContent: weight }), words().workScripts.newFontScript.sample);
    return line;
  });
  list.replaceChildren(...(lines ?? []));
  aside.hidden = false;
}
