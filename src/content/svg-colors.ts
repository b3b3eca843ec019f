import { formatHex, modeRgb, parse, useMode } from 'culori/fn';
import { SaxesParser, type SaxesTagPlain } from 'saxes';

useMode(modeRgb);

/** Upper bound on the bytes of a drawing whose colours are read. */
export const maxSvgBytes = 256 * 1024;

/** Upper bound on the colours of a drawing: one with more is a picture. */
export const maxSvgColors = 6;

const properties = ['fill', 'stroke', 'stop-color', 'color'];

/** Declarations in an attribute `style`, or in an element of that name. */
const declaration = /(?:^|[\s;{])(?:fill|stroke|stop-color|color)\s*:\s*([^;}]+)/g;

/**
 * Colours of a drawing as `#rrggbb`, the most used first, without white. Empty for what is no drawing, names no colour or
 * names too many.
 */
export function svgColors(svg: string): string[] {
  const counts = new Map<string, number>();
  const count = (text: string): void => {
    const color = parse(text.trim());
    if (color === undefined || color.alpha === 0) return;
    const hex = formatHex(color);
    if (hex !== '#ffffff') counts.set(hex, (counts.get(hex) ?? 0) + 1);
  };
  const countIn = (style: string): void => {
    for (const [, value = ''] of style.matchAll(declaration)) count(value);
  };
  let isStyle = false;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    isStyle = name === 'style';
    for (const property of properties) if (attributes[property] !== undefined) count(attributes[property]);
    countIn(attributes.style ?? '');
  });
  for (const event of ['text', 'cdata'] as const) parser.on(event, (text) => isStyle && countIn(text));
  parser.on('closetag', () => {
    isStyle = false;
  });
  try {
    parser.write(svg).close();
  } catch {
    return [];
  }
  const colors = [...counts].sort(([, a], [, b]) => b - a).map(([hex]) => hex);
  return colors.length > maxSvgColors ? [] : colors;
}
