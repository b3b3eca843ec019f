/** `#1fc79a` as `31, 199, 154`; `null` for any other text. */
export function rgbText(hex: string): string | null {
  const [, ...parts] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex) ?? [];
  return parts.length === 0 ? null : parts.map((part) => Number.parseInt(part, 16)).join(', ');
}
