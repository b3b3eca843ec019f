/** Headings and links of content, which differ by the page around it. */
export interface HtmlStyle {
  /**
   * Tag of a heading.
   *
   * @param level in the content, from 1
   */
  heading(level: number): HeadingTag;
  /** Attributes of a link. There are no attributes if the address must not be followed. */
  link(href: string): Readonly<Record<string, string>>;
}

const headingTags = ['h2', 'h3', 'h4', 'h5', 'h6'] as const;
export type HeadingTag = (typeof headingTags)[number];

/**
 * Tag of a heading in content, below that of its page.
 *
 * @param level in the content, from 1
 */
export function headingTag(level: number): HeadingTag {
  const whole = Number.isFinite(level) ? Math.trunc(level) : 2;
  return headingTags[Math.max(2, Math.min(6, whole)) - 2] ?? 'h6';
}
