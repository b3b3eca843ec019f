import { SaxesParser, type SaxesTagNS } from 'saxes';
import { amount, type Said, say } from '../../../lib/say.js';
import { sizeText } from '../../../lib/size-text.js';
import { canonicalTag } from '../../language-tags.js';
import type { Code, CodedText } from './codes.js';
import { readMark, type Unit, type UnitMark, type UnitState, xliffLimits } from './unit.js';

/** A unit as it came back. */
export interface ReadUnit extends Unit {
  /** `null`: the tool has lost it. */
  readonly mark: UnitMark | null;
  /** `null`: it has none. */
  readonly state: UnitState | null;
  /** Element in its texts that cannot be read; `null`: there is none. */
  readonly unread: string | null;
}

/** Content of a file of translations, or why it is refused. */
export type ReadXliff =
  | { readonly commit: string | null; readonly units: readonly ReadUnit[] }
  | { readonly problem: string };

const namespaces = /^urn:oasis:names:tc:xliff:document:/;

/** Elements around texts. What is in all others, such as earlier translations and notes, is not read. */
const around = new Set('xliff file body group trans-unit unit segment ignorable'.split(' '));

/** Names of elements that hold a source and a target. XLIFF 2 may have several in a unit. */
const segments = new Set(['trans-unit', 'segment', 'ignorable']);

/** Elements in texts: a code with a beginning and an end, one of both, a code without an end, or a mark without meaning for the text. */
const codes: ReadonlyMap<string, 'pair' | Code['at'] | 'mark'> = new Map([
  ...(['g', 'pc'] as const).map((name) => [name, 'pair'] as const),
  ...([['sc', 'start'], ['ec', 'end']] as const), // biome-ignore format: a list
  ...(['x', 'ph'] as const).map((name) => [name, 'single'] as const),
  ...(['mrk', 'sm', 'em'] as const).map((name) => [name, 'mark'] as const),
]);

/** States on the way of a unit, by their names in both versions. */
const states: ReadonlyMap<string, UnitState> = new Map(
  Object.entries({
    new: 'new needs-translation initial',
    'needs-review-translation':
      'needs-review-translation needs-adaptation needs-l10n needs-review-adaptation needs-review-l10n',
    translated: 'translated',
    final: 'final signed-off reviewed',
  }).flatMap(([state, names]) => names.split(' ').map((name) => [name, state as UnitState] as const)),
);
const order = [...new Set(states.values())];

/** Reason why a file is not read. */
class Refusal extends Error {
  constructor(reason: Said) {
    super(String(reason));
  }
}

/**
 * Reads XLIFF 1.2 or 2, in UTF-8 or, with a byte order mark, UTF-16.
 *
 * @param tag language that it must be for
 */
export function readXliff(bytes: Uint8Array, tag: string): ReadXliff {
  const reader = new XliffReader(tag);
  try {
    reader.read(bytes);
    return { commit: reader.commit, units: reader.units };
  } catch (error) {
    const { line, unit } = reader.place;
    const at = unit === null ? (error instanceof Refusal ? '' : `Line ${line}: `) : `Line ${line}, unit ${unit}: `;
    return { problem: `${at}${error instanceof Refusal ? error.message : 'This is not XML, or it is cut off.'}` };
  }
}

const chunk = 64 * 1024;

class TextBuilder implements CodedText {
  readonly parts: (string | Code)[] = [];
  readonly tags = new Map<string, string>();

  add(part: string | Code, tag?: string): void {
    const last = this.parts.at(-1);
    if (typeof part === 'string' && typeof last === 'string') this.parts[this.parts.length - 1] = last + part;
    else this.parts.push(part);
    if (typeof part !== 'string' && tag !== undefined) this.tags.set(part.id, tag);
  }

  append({ parts, tags }: CodedText): void {
    for (const part of parts) this.add(part);
    for (const [id, tag] of tags) this.tags.set(id, tag);
  }
}

interface OpenUnit extends Omit<ReadUnit, 'target' | 'source'> {
  readonly source: TextBuilder;
  readonly target: TextBuilder;
  state: UnitState | null;
  unread: string | null;
  /** Whether each of its segments has a target. */
  isWhole: boolean;
}

class XliffReader {
  readonly units: ReadUnit[] = [];
  commit: string | null = null;
  readonly #parser = new SaxesParser({ xmlns: true });
  readonly #ids = new Set<string>();
  /** Open elements; those of codes with the id that ends with them. */
  readonly #open: { readonly name: string; readonly ends?: string }[] = [];
  /** Number of open elements in one that is not read. */
  #skipped = 0;
  #version = '';
  #unit: OpenUnit | null = null;
  #segment: { source: TextBuilder; target: TextBuilder | null } | null = null;
  #text: TextBuilder | null = null;

  constructor(private readonly tag: string) {
    this.#parser.on('doctype', () => {
      throw new Refusal(say`A file with a document type (DTD) is not read.`);
    });
    this.#parser.on('opentag', (node) => this.#begin(node));
    this.#parser.on('closetag', () => this.#end());
    const add = (text: string): void => {
      if (this.#skipped === 0 && text !== '') this.#text?.add(text);
    };
    this.#parser.on('text', add);
    this.#parser.on('cdata', add);
  }

  get place() {
    return { line: this.#parser.line, unit: this.#unit?.id.slice(0, 200) ?? null };
  }

  /** @throws Refusal, and an error for what is not XML */
  read(bytes: Uint8Array): void {
    if (bytes.length > xliffLimits.bytes)
      throw new Refusal(say`The file is larger than ${sizeText(xliffLimits.bytes)}.`);
    const [first, second] = bytes;
    const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
    const decoder = new TextDecoder(isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8', { fatal: true });
    for (let at = 0; at < bytes.length; at += chunk)
      this.#parser.write(decoder.decode(bytes.subarray(at, at + chunk), { stream: true }));
    this.#parser.write(decoder.decode()).close();
  }

  #begin({ local: name, uri, attributes }: SaxesTagNS): void {
    const depth = this.#open.length + this.#skipped + 1;
    if (depth > xliffLimits.depth) throw new Refusal(say`More than ${xliffLimits.depth} elements are in one another.`);
    const isXliff = uri === '' || namespaces.test(uri);
    if ((isXliff && name === 'xliff') !== (depth === 1)) throw new Refusal(say`This is no XLIFF.`);
    const values = new Map(Object.values(attributes).map((attribute) => [attribute.name, attribute.value]));
    const isRead = this.#skipped === 0 && isXliff;
    if (isRead && (this.#text === null ? this.#beginElement(name, values) : this.#beginCode(this.#text, name, values)))
      return;
    if (this.#text !== null && this.#unit !== null) this.#unit.unread ??= name.slice(0, 40);
    this.#skipped += 1;
  }

  /** @returns whether it is read */
  #beginElement(name: string, values: ReadonlyMap<string, string>): boolean {
    const parent = this.#open.at(-1)?.name ?? '';
    const isText = segments.has(parent) && (name === 'source' || name === 'target');
    if (!isText && !around.has(name)) return false;
    this.#open.push({ name });
    if (name === 'xliff') this.#beginXliff(values);
    if (name === 'file') {
      if (this.#version === '1.2') this.#requireLanguage(values.get('target-language'));
      this.commit ??= values.get('product-version') ?? null;
    }
    if (name === 'trans-unit' || name === 'unit') this.#beginUnit(values);
    if (segments.has(name)) this.#segment = { source: new TextBuilder(), target: null };
    if (name === 'segment') this.#setState(values.get('state') ?? 'initial', false);
    if (!isText || this.#segment === null || this.#unit === null) return true;
    if (name === 'source') {
      this.#text = this.#segment.source;
      return true;
    }
    this.#segment.target ??= new TextBuilder();
    this.#text = this.#segment.target;
    if (parent === 'trans-unit') this.#setState(values.get('state') ?? '', this.#unit.state === 'final');
    if (values.has('order')) this.#unit.unread ??= 'target order';
    return true;
  }

  #beginXliff(values: ReadonlyMap<string, string>): void {
    this.#version = values.get('version') ?? '';
    if (this.#version === '1.2') return;
    if (!/^2\.\d$/.test(this.#version))
      throw new Refusal(say`This is XLIFF ${this.#version.slice(0, 20)}: only 1.2 and 2 are read.`);
    this.#requireLanguage(values.get('trgLang'));
  }

  #requireLanguage(language = ''): void {
    if (language === '') throw new Refusal(say`The file does not say which language it is for.`);
    const tag = canonicalTag(language) ?? language.slice(0, 20);
    if (tag !== this.tag) throw new Refusal(say`This is not a file for ${this.tag}. It is for ${tag}.`);
  }

  #beginUnit(values: ReadonlyMap<string, string>): void {
    const id = values.get('id') ?? '';
    if (id === '') throw new Refusal(say`A unit has no id.`);
    const mark = readMark(values.get('extradata') ?? '');
    const state = values.get('approved') === 'yes' ? 'final' : null;
    const texts = { source: new TextBuilder(), target: new TextBuilder() };
    this.#unit = { id, mark, ...texts, state, unread: null, isWhole: true };
    if (id === '' || this.#ids.has(id))
      throw new Refusal(id === '' ? say`It has no id.` : say`It is in the file twice.`);
    this.#ids.add(id);
    if (this.#ids.size > xliffLimits.units)
      throw new Refusal(say`The file has more than ${amount(xliffLimits.units)} units.`);
  }

  /** A unit is as far as the last of its segments. */
  #setState(name: string, isApproved: boolean): void {
    const state = states.get(name);
    if (this.#unit === null || state === undefined || isApproved) return;
    const before = this.#unit.state;
    if (before === null || order.indexOf(state) < order.indexOf(before)) this.#unit.state = state;
  }

  /** @returns whether it is read */
  #beginCode(text: TextBuilder, name: string, values: ReadonlyMap<string, string>): boolean {
    const role = codes.get(name);
    if (role === undefined || (name === 'ph' && this.#version === '1.2')) return false;
    const id = (role === 'end' ? values.get('startRef') : undefined) ?? values.get('id') ?? '';
    if (role !== 'mark') text.add({ id, at: role === 'pair' ? 'start' : role }, values.get('equiv-text'));
    this.#open.push(role === 'pair' ? { name, ends: id } : { name });
    return true;
  }

  #end(): void {
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      return;
    }
    const { name, ends } = this.#open.pop() ?? { name: '' };
    if (ends !== undefined) this.#text?.add({ id: ends, at: 'end' });
    if (name === 'source' || name === 'target') this.#text = null;
    if (segments.has(name)) this.#endSegment(name);
    if (name === 'trans-unit' || name === 'unit') this.#endUnit();
  }

  #endSegment(name: string): void {
    const [unit, segment] = [this.#unit, this.#segment];
    this.#segment = null;
    if (unit === null || segment === null) return;
    const { source, target } = segment;
    unit.source.append(source);
    // Text between segments is the same in all languages, unless the file says otherwise.
    if (target === null && name !== 'ignorable') unit.isWhole = false;
    else unit.target.append(target ?? source);
  }

  #endUnit(): void {
    if (this.#unit === null) return;
    const { isWhole, target, ...unit } = this.#unit;
    this.units.push({ ...unit, target: isWhole ? target : null });
    this.#unit = null;
  }
}
