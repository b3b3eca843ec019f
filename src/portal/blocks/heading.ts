/** Headings and links of content, which differ by the page around it. */
export interface HtmlStyle {
  /** Tag of a heading. @param level in the content, from 1 */
  heading(level: number): HeadingTag;
  /** Attributes of a link; none for an address that must not be followed. */
  link(href: string): Readonly<Record<string, string>>;
}

const headingTags = ['h2', 'h3', 'h4', 'h5', 'h6'] as const;
export type HeadingTag = (typeof headingTags)[number];

/** Tag of a heading in content. @param below level of the page's own headings @param level in the content, from 1 */
export function headingBelow(below: 1 | 2, level: number): HeadingTag {
  const whole = Number.isFinite(level) ? Math.trunc(level) : 2;
  return headingTags[Math.max(2, Math.min(6, Math.max(2, whole) + below - 1)) - 2] ?? 'h6';
}
