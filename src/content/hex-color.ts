/** Spelling of a colour that commands take; a push may bring any text. */
export const hexColor = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

export const hexForm = 'write it as #rgb or #rrggbb, with or without digits for alpha';

/** Eight digits (red, green, blue, alpha) in lower case, without `#`. */
export function longHex(hex: string): string {
  const digits = hex.slice(1).toLowerCase();
  const fullDigits = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits;
  return fullDigits.padEnd(8, 'f');
}

export interface ColorValue {
  readonly colorSpace: 'srgb';
  readonly components: readonly number[];
  readonly alpha: number;
  /** The fallback of the format has no alpha. */
  readonly hex: string;
}

/** `null` if it is not a colour. */
export function colorValue(hex: string): ColorValue | null {
  if (!hexColor.test(hex)) return null;
  const digits = longHex(hex);
  const [red = 0, green = 0, blue = 0, alpha = 1] = [0, 2, 4, 6].map(
    (at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255,
  );
  const components = [red, green, blue];
  return { colorSpace: 'srgb', components, alpha, hex: `#${digits.slice(0, 6)}` };
}
