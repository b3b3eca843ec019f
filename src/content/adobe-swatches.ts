import type { Color } from 'culori/fn';
import type { BrandColor } from './brand.js';
import { colorValue } from './hex-color.js';

const bytes16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};

const bytes32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const float = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatBE(value);
  return bytes;
};

const maxNameLength = 255;

/** A block of one colour: its name, model, values from 0 to 1, and that it is global. */
function swatch(name: string, model: 'RGB ' | 'CMYK', values: readonly number[]): Buffer {
  const characters = Buffer.from(`${name.slice(0, maxNameLength)}\0`, 'utf16le');
  const length = bytes16(characters.length / 2);
  const content = [length, characters.swap16(), Buffer.from(model), ...values.map(float), bytes16(0)];
  const body = Buffer.concat(content);
  return Buffer.concat([bytes16(1), bytes32(body.length), body]);
}

/** Percentages of a notation such as `100 / 60 / 0 / 40`; `null` for any other text. */
function cmykOf(notation: string | null): number[] | null {
  const values = (notation?.match(/\d+(?:\.\d+)?/g) ?? []).map((text) => Number(text) / 100);
  return values.length === 4 && values.every((value) => value <= 1) ? values : null;
}

/**
 * A palette as an Adobe swatch exchange. A colour with a notation for print has a second swatch, in CMYK. What is no
 * colour is left out.
 */
export function adobeSwatches(palette: Iterable<BrandColor>): Buffer {
  const swatches = [...palette].flatMap(({ name, hex, cmyk }) => {
    const value = colorValue(hex);
    const print = cmykOf(cmyk);
    const onScreen = value === null ? [] : [swatch(name, 'RGB ', value.components)];
    return print === null ? onScreen : [...onScreen, swatch(`${name} CMYK`, 'CMYK', print)];
  });
  return Buffer.concat([Buffer.from('ASEF'), bytes16(1), bytes16(0), bytes32(swatches.length), ...swatches]);
}

interface Swatch {
  readonly name: string;
  /** For culori. */
  readonly color: Color;
  /** Notation such as `100 / 60 / 0 / 40`. */
  readonly cmyk: string | null;
}

/** Models of colours, with the number of their values. */
const models: Readonly<Record<string, number>> = { 'RGB ': 3, CMYK: 4, 'LAB ': 3, Gray: 1 };

/**
 * Colours of an Adobe swatch exchange. `<name> CMYK` is the notation for print of the swatch with that name.
 *
 * @throws RangeError
 */
export function readSwatches(bytes: Buffer): Swatch[] {
  if (bytes.toString('latin1', 0, 4) !== 'ASEF') throw new RangeError('no swatches');
  const swatches = new Map<string, Swatch>();
  for (let at = 12; at < bytes.length; at += 6 + bytes.readUInt32BE(at + 2)) {
    if (bytes.readUInt16BE(at) !== 1) continue;
    const length = bytes.readUInt16BE(at + 6);
    const start = at + 8 + 2 * length;
    const name = Buffer.from(bytes.subarray(at + 8, start))
      .swap16()
      .toString('utf16le')
      .replaceAll('\0', '');
    const model = bytes.toString('latin1', start, start + 4);
    const values = Array.from({ length: models[model] ?? 0 }, (_, n) => bytes.readFloatBE(start + 4 + 4 * n));
    const color = colorOf(model, values);
    if (color === null) continue;
    const cmyk = model === 'CMYK' ? values.map((value) => Math.round(value * 100)).join(' / ') : null;
    const screen = cmyk !== null && name.endsWith(' CMYK') ? swatches.get(name.slice(0, -5)) : undefined;
    if (screen !== undefined) swatches.set(screen.name, { ...screen, cmyk });
    else swatches.set(swatches.has(name) ? `${name} ${at}` : name, { name, color, cmyk });
  }
  return [...swatches.values()];
}

function colorOf(model: string, [a = 0, b = 0, c = 0, key = 0]: readonly number[]): Color | null {
  if (model === 'RGB ') return { mode: 'rgb', r: a, g: b, b: c };
  if (model === 'Gray') return { mode: 'rgb', r: a, g: a, b: a };
  if (model === 'LAB ') return { mode: 'lab', l: a * 100, a: b, b: c };
  const light = (ink: number): number => (1 - ink) * (1 - key);
  return model === 'CMYK' ? { mode: 'rgb', r: light(a), g: light(b), b: light(c) } : null;
}
