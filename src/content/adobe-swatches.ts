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
