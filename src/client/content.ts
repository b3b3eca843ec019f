import type { components } from './api.mjs';

type Schemas = components['schemas'];

export type Page = Schemas['Page'];
/** A block of a type that this client knows: `type` says what `data` has. */
export type Block = Schemas['Block'];
/** A block of another type. */
export type OtherBlock = Schemas['BackendBlock'];
export type Medium = Schemas['MediaItemWithFile'];

const blockTypes: Readonly<Record<Block['type'], true>> = {
  heading: true,
  rich_text: true,
  alert: true,
  button: true,
  video: true,
  image_placeholder: true,
  accordion: true,
  table: true,
  columns: true,
  group: true,
  image: true,
  gallery: true,
  tabs: true,
  asset_download: true,
  download_list: true,
  color_palette: true,
};

/** Whether this client knows the block's type. A page may have blocks of others, which `Block` leaves out. */
export function isKnown(block: Block | OtherBlock): block is Block {
  return Object.hasOwn(blockTypes, block.type ?? '');
}

/** Each width of a medium's picture, for `srcset` of an `img`; empty if it has no picture. */
export function srcset({ file }: Pick<Medium, 'file'>): string {
  return (file?.picture?.widths ?? []).map((width) => `${file?.address}?width=${width} ${width}w`).join(', ');
}
