import type { components } from 'brand-portal-client';

export type Schemas = components['schemas'];
export type Block = Schemas['Block'];
type KnownBlock = Schemas['KnownBlock'];

export interface Node {
  readonly page: Schemas['Page'];
  readonly children: Node[];
}

export interface Site {
  readonly brand: Schemas['Brand'];
  readonly media: ReadonlyMap<number, Schemas['MediaItemWithFile']>;
  readonly origin: string;
  /** Pages at the top of the navigation. */
  readonly top: Node[];
}

/** How a block of each type looks as HTML. */
export type Types = {
  [Type in KnownBlock['type']]: (data: Extract<KnownBlock, { type: Type }>['data'], site: Site) => string;
};
