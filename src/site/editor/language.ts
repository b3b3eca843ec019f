import { withoutTags } from '../../content/html/write.js';
import type { BrandCheck } from '../../operations/check-text.js';
import { words } from '../../words/words.js';
import { readFromDevice, writeToDevice } from '../browser/device.js';
import type { Editor } from './editor.js';
import { blockElement } from './focus.js';
import { valueAt, walk } from './page-model.js';
import { Refusal } from './refusal.js';

/** Words of a block that break a rule of the corporate language. */
export interface Finding extends Pick<BrandCheck['findings'][number], 'rule' | 'section' | 'found' | 'say' | 'why'> {
  readonly block: string;
  /** Path of the text in the data of the block. */
  readonly path: string;
  /** Place of the words in the text. */
  readonly offset: number;
  readonly length: number;
}

/** Preferred terms should be used; all else must change. */
export const isMust = ({ rule }: Finding): boolean => rule !== 'preferred';

/** Words of a finding as readers see them. */
export const wordsIn = ({ found }: Finding): string => withoutTags(found);

/** Time without a change after which the page is checked, in ms. */
const pauseMs = 2000;

const storageName = 'bp-language-check';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

/** Check of the page as it is written against the corporate language. */
export class LanguageCheck {
  findings: readonly Finding[] | null = null;
  problem = '';
  /** Index of the finding whose card is open, or was open last. */
  index = 0;
  /** Whether the page is checked when typing pauses: a choice of this device. */
  isOn = readFromDevice(storageName, isBoolean) ?? false;
  /** Findings that the person leaves as they are. */
  readonly #left = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param hasLanguage whether the brand has the module */
  constructor(
    private readonly editor: Editor,
    private readonly hasLanguage: boolean,
  ) {
    editor.onChange(() => {
      clearTimeout(this.#timer);
      if (this.isOn) this.#timer = setTimeout(() => void this.run(), pauseMs);
    });
  }

  setOn(isOn: boolean): void {
    this.isOn = isOn;
    writeToDevice(storageName, isOn);
    if (isOn) void this.run();
    this.editor.notify();
  }

  /** Checks the page, and shows what was found. */
  async show(): Promise<void> {
    this.index = 0;
    this.findings = null;
    this.editor.message = null;
    this.editor.show({ kind: 'language' });
    await this.run();
  }

  /** @returns the number of findings */
  async run(): Promise<number> {
    const { editor } = this;
    if (!this.hasLanguage) {
      this.findings = [];
      this.problem = words().editorLanguage.noLanguage;
      editor.notify();
      return 0;
    }
    editor.flush();
    const texts = [...walk(editor.blocksToStore())].flatMap(({ block: { id, data } }) =>
      Object.entries(data).flatMap(([field, value]) =>
        textsIn(value, field).map(([path, text]) => ({ block: String(id), path, text })),
      ),
    );
    // All texts are checked as one; the start of each leads from a finding back to its text.
    const starts: number[] = [];
    let html = '';
    for (const { text } of texts) {
      starts.push(html.length);
      html += `${text}<hr>`;
    }
    try {
      const { findings } = html === '' ? { findings: [] } : await editor.api.check(html);
      this.problem = '';
      const placed = findings.flatMap((finding): Finding[] => {
        const at = starts.findLastIndex((start) => start <= finding.offset);
        const text = texts[at];
        return text === undefined ? [] : [{ ...finding, ...text, offset: finding.offset - (starts[at] ?? 0) }];
      });
      this.findings = placed.filter((finding) => !this.#left.has(keyOf(finding)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.findings = [];
      this.problem = error.title;
    }
    this.index = Math.min(this.index, Math.max(0, this.findings.length - 1));
    editor.notify();
    return this.findings.length;
  }

  leave(finding: Finding): void {
    this.#left.add(keyOf(finding));
    this.#drop([finding]);
  }

  /** Replaces the found words by the suggested words. */
  async use(chosen: readonly Finding[]): Promise<void> {
    const { editor } = this;
    const texts = Map.groupBy(chosen, ({ block, path }) => `${block} ${path}`);
    for (const inText of texts.values()) {
      const [{ block, path } = { block: '', path: '' }] = inText;
      const before = valueAt(editor.block(block)?.data, path);
      if (typeof before !== 'string') continue;
      // The last finding is replaced first, so the offsets of earlier findings stay valid.
      const next = inText
        .toSorted((a, b) => b.offset - a.offset)
        .reduce((text, { offset, length, found, say }) => {
          const isThere = text.slice(offset, offset + length).startsWith(found);
          return isThere && say !== null ? text.slice(0, offset) + say + text.slice(offset + length) : text;
        }, before);
      const cleaned = next.includes('<') ? await editor.api.clean(next, 'source') : null;
      if (cleaned?.document) editor.texts.written.set(next, cleaned.document);
      editor.setField(block, path, next);
    }
    this.#drop(chosen);
    await this.run();
  }

  #drop(gone: readonly Finding[]): void {
    this.findings = (this.findings ?? []).filter((finding) => !gone.includes(finding));
    this.index = Math.min(this.index, Math.max(0, this.findings.length - 1));
    this.editor.notify();
  }
}

const keyOf = ({ block, path, found }: Finding): string => `${block} ${path} ${found}`;

/** Texts of a field, with their paths; blocks in it have their own. */
function textsIn(value: unknown, path: string): (readonly [path: string, text: string])[] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null || 'type' in value) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === 'blocks' ? [] : textsIn(inner, `${path}.${name}`)));
}

/** Ranges of findings in the page. Findings in texts that are not drawn have no range. */
export function rangesOf(findings: readonly Finding[]): ReadonlyMap<Finding, Range> {
  const ranges = new Map<Finding, Range>();
  for (const [block, inBlock] of Map.groupBy(findings, (finding) => finding.block)) {
    const element = blockElement(block);
    if (element === null) continue;
    const next = new Map<string, number>();
    for (const finding of inBlock) {
      const text = wordsIn(finding);
      const places = placesOf(text, element);
      const at = next.get(text) ?? 0;
      next.set(text, at + 1);
      const range = places[at];
      if (range !== undefined) ranges.set(finding, range);
    }
  }
  return ranges;
}

function placesOf(text: string, element: Element): Range[] {
  const places: Range[] = [];
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`,
    'gu',
  );
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (const { index } of (node.textContent ?? '').matchAll(pattern)) {
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + text.length);
      places.push(range);
    }
  }
  return places;
}
