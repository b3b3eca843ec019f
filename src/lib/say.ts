/** Value in a sentence: a name, an id or a number as it is written everywhere, an amount, a field, words that are translated, or several. */
type Value = string | number | Amount | Field | Said | readonly Value[];

/** Text of an error: a string, or a sentence with values. */
export type ErrorText = string | Said;

/** A sentence with values. Its English text is a string everywhere; other languages have it by its template. */
export class Said {
  constructor(
    private readonly parts: readonly string[],
    readonly values: readonly Value[],
  ) {}

  /** The text, its values being `{0}`, `{1}` and so on. */
  get template(): string {
    return this.parts.map((part, at) => (at === 0 ? part : `{${at - 1}}${part}`)).join('');
  }

  /** Copy of the sentence with its texts changed, also in sentences within it. */
  with(change: (text: string) => string): Said {
    const changed = (value: Value): Value => {
      if (value instanceof Said) return value.with(change);
      if (isList(value)) return value.map(changed);
      if (value instanceof Field) return new Field(change(value.path));
      return typeof value === 'string' ? change(value) : value;
    };
    return new Said(this.parts, this.values.map(changed));
  }

  /** The sentence around its values. */
  around(textOf: (value: Value) => string): string {
    return String.raw({ raw: this.parts }, ...this.values.map(textOf));
  }

  toString(): string {
    return this.around((value) => (isList(value) ? value.join(', ') : `${value}`));
  }
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

/** A number that the reader's language groups: `1,000`. */
export class Amount {
  constructor(readonly number: number) {}

  toString(): string {
    return this.number.toLocaleString('en');
  }
}

/** A field of a request, which people know by its label: `blocks.0.data.media id`. */
export class Field {
  /** @param path dotted */
  constructor(readonly path: string) {}

  /** The path with spaces for underscores between words. */
  toString(): string {
    return this.path.replaceAll(/(?<=[^_.])_(?=[^_.])/g, ' ');
  }
}

export const amount = (number: number): Amount => new Amount(number);

/** Tag of a sentence with values. */
export const say = (parts: TemplateStringsArray, ...values: Value[]): Said => new Said(parts, values);

/** Tag of a sentence that is kept as text, such as a note of a file. Other languages find it by what is around its values. */
export const noted = (parts: TemplateStringsArray, ...values: Value[]): string => `${say(parts, ...values)}`;

export const asSaid = (text: ErrorText): Said => (typeof text === 'string' ? new Said([text], []) : text);
