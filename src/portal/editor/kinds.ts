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

const kind = (type: BlockTypeName, icon: IconName, hint: string, data: BlockData = {}): Kind => ({
  type,
  icon,
  hint,
  data,
});

const empty = { type: 'rich_text', data: { html: '' } };
const column = { blocks: [empty] };

/** All kinds of blocks, by their groups in the menu. */
export const kindGroups: Readonly<Record<string, readonly Kind[]>> = {
  Write: [
    kind('rich_text', 'pilcrow', 'Paragraphs, lists, quotes, links', empty.data),
    kind('heading', 'heading', 'A title in the page, levels 1 to 6', { text: '', level: 2 }),
    kind('alert', 'triangle-alert', 'One thing readers must not miss', { variant: 'info', title: '', body: '' }),
    kind('table', 'table', 'Rows and columns with a caption', { caption: '', header: ['', ''], rows: [['', '']] }),
  ],
  Show: [
    kind('image', 'image', 'One picture with its description'),
    kind('gallery', 'images', 'Several pictures, also do and don’t', { items: [{}, {}] }),
    kind('video', 'play', 'A film from the media or an address'),
    kind('image_placeholder', 'image-plus', 'Keeps the space until the picture exists', { label: '' }),
  ],
  Brand: [
    kind('color_palette', 'palette', 'Swatches from the palette, to copy', { color_ids: [] }),
    kind('asset_download', 'download', 'One file with a text'),
    kind('download_list', 'folder-down', 'A list of files under a title', { title: '', items: [{}] }),
    kind('button', 'mouse-pointer-click', 'A link that stands out', { label: '', url: '', style: 'primary' }),
  ],
  Arrange: [
    kind('columns', 'columns-2', 'Blocks side by side', { columns: [column, column] }),
    kind('tabs', 'panels-top-left', 'One of several views at a time', {
      items: ['First', 'Second'].map((title) => ({ title, blocks: [empty] })),
    }),
    kind('accordion', 'list-collapse', 'Sections that open one by one', { items: [{ title: '', body: '' }] }),
    kind('group', 'group', 'Blocks that belong together', { title: '', blocks: [empty] }),
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

/**
 * Whether a kind may be added inside of others.
 *
 * @param around types of the blocks around the place
 */
export function isAllowed(type: string, around: readonly string[]): boolean {
  if (!holders.has(type)) return true;
  return around.length < maxLevels - 1 && !around.includes(type);
}
