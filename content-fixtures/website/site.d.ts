import type { components, Medium, Page } from 'brand-portal-client';

export interface Node {
  readonly page: Page;
  readonly children: Node[];
}

export interface Site {
  /** Language. */
  readonly tag: string;
  /** Start of the addresses of its pages: empty for the brand's own language. */
  readonly path: string;
  readonly brand: components['schemas']['Brand'];
  readonly media: ReadonlyMap<number, Medium>;
  readonly nodes: ReadonlyMap<number, Node>;
  /** Pages at the top of the navigation. */
  readonly top: Node[];
}
