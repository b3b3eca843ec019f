import type { BlockData } from '../../content/blocks/block-type.js';
import type { BlockTypeName } from '../../content/blocks/types.js';
import { capitalised } from '../../lib/capitalised.js';
import { blockName } from '../labels.js';
import type { IconName } from '../parts/icon.js';

/** A kind of block as it is added. */
export interface Kind {
  readonly type: BlockTypeName;
  readonly icon: IconName;
  readonly hint: string;
  /** Data of a new block. */
  readonly data: BlockData;
}

const empty = { type: 'rich_text', data: { html: '' } };

/** All kinds of blocks, by their groups in the menu. */
export const kindGroups: Readonly<Record<string, readonly Kind[]>> = {
  Write: [
    { type: 'rich_text', icon: 'pilcrow', hint: 'Paragraphs, lists, quotes, links', data: { html: '' } },
    { type: 'heading', icon: 'heading', hint: 'A title in the page, levels 1 to 6', data: { text: '', level: 2 } },
    {
      type: 'alert',
      icon: 'triangle-alert',
      hint: 'One thing readers must not miss',
      data: { variant: 'info', title: '', body: '' },
    },
    {
      type: 'table',
      icon: 'table',
      hint: 'Rows and columns with a caption',
      data: { caption: '', header: ['', ''], rows: [['', '']] },
    },
  ],
  Show: [
    { type: 'image', icon: 'image', hint: 'One picture with its description', data: {} },
    { type: 'gallery', icon: 'images', hint: 'Several pictures, also do and don’t', data: { items: [{}, {}] } },
    { type: 'video', icon: 'play', hint: 'A film from the media or an address', data: {} },
    {
      type: 'image_placeholder',
      icon: 'image-plus',
      hint: 'Keeps the space until the picture exists',
      data: { label: '' },
    },
  ],
  Brand: [
    { type: 'color_palette', icon: 'palette', hint: 'Swatches from the palette, to copy', data: { color_ids: [] } },
    { type: 'asset_download', icon: 'download', hint: 'One file with a text', data: {} },
    {
      type: 'download_list',
      icon: 'folder-down',
      hint: 'A list of files under a title',
      data: { title: '', items: [{}] },
    },
    {
      type: 'button',
      icon: 'mouse-pointer-click',
      hint: 'A link that stands out',
      data: { label: '', url: '', style: 'primary' },
    },
  ],
  Arrange: [
    {
      type: 'columns',
      icon: 'columns-2',
      hint: 'Blocks side by side',
      data: { columns: [{ blocks: [empty] }, { blocks: [empty] }] },
    },
    {
      type: 'tabs',
      icon: 'panels-top-left',
      hint: 'One of several views at a time',
      data: {
        items: [
          { title: 'First', blocks: [empty] },
          { title: 'Second', blocks: [empty] },
        ],
      },
    },
    {
      type: 'accordion',
      icon: 'list-collapse',
      hint: 'Sections that open one by one',
      data: { items: [{ title: '', body: '' }] },
    },
    { type: 'group', icon: 'group', hint: 'Blocks that belong together', data: { title: '', blocks: [empty] } },
  ],
};

export const kinds: readonly Kind[] = Object.values(kindGroups).flat();

export const kindOf = (type: string | null | undefined): Kind | undefined => kinds.find((kind) => kind.type === type);

/** Name of a kind, as the menu and the panel say it. */
export const kindName = (type: string | null): string => capitalised(blockName(type));

/** Whether a block has fields that are not written in the page: all of a text is. */
export const hasSettings = (type: string | null | undefined): boolean => type !== 'rich_text';

/** Upper bound on levels of blocks; that of the page is the first. */
const maxLevels = 4;

const holders: ReadonlySet<string> = new Set(['columns', 'tabs', 'group']);

/** Whether a kind may be added inside of others. @param around types of the blocks around the place */
export function isAllowed(type: string, around: readonly string[]): boolean {
  if (!holders.has(type)) return true;
  return around.length < maxLevels - 1 && !around.includes(type);
}
