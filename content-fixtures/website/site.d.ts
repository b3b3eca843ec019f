import type { components, Medium, Page } from 'brand-portal-client';

export interface Node {
  readonly page: Page;
  readonly children: Node[];
}

export interface Site {
  readonly brand: components['schemas']['Brand'];
  readonly media: ReadonlyMap<number, Medium>;
  /** Pages at the top of the navigation. */
  readonly top: Node[];
}
