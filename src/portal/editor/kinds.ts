import type { BlockData } from '../../content/blocks/block-type.js';
import type { BlockFieldPath, BlockHolderName, BlockTypeName } from '../../content/blocks/types.js';
import { capitalised } from '../../lib/capitalised.js';
import { blockName } from '../labels.js';
import type { IconName } from '../parts/icon.js';

/** Groups of the menu. */
const groups = ['Write', 'Show', 'Brand', 'Arrange'] as const;

interface KindRow<Field extends string> {
  readonly group: (typeof groups)[number];
  readonly icon: IconName;
  readonly hint: string;
  /** Fields that are there before they have content; others appear while their block is selected. */
  readonly mainFields: readonly Field[];
  /** Data of a new block. */
  readonly data: BlockData;
}

/** A kind of block as it is added. */
export interface Kind extends KindRow<string> {
  readonly type: BlockTypeName;
}

const kind = <Field extends string>(
  group: KindRow<Field>['group'],
  icon: IconName,
  hint: string,
  mainFields: readonly Field[],
  data: BlockData = {},
): KindRow<Field> => ({ group, icon, hint, mainFields, data });

const empty = { type: 'rich_text', data: { html: '' } };
const column = { blocks: [empty] };

/** A row for each type of block, in the order of the menu. */
const rows: { readonly [Name in BlockTypeName]: KindRow<BlockFieldPath<Name>> } = {
  rich_text: kind('Write', 'pilcrow', 'Paragraphs, lists, quotes, links', ['html'], empty.data),
  heading: kind('Write', 'heading', 'A title in the page, levels 1 to 6', ['text'], { text: '', level: 2 }),
  alert: kind('Write', 'triangle-alert', 'One thing readers must not miss', ['body'], {
    variant: 'info',
    title: '',
    body: '',
  }),
  table: kind('Write', 'table', 'Rows and columns with a caption', ['header', 'rows'], {
    caption: '',
    header: ['', ''],
    rows: [['', '']],
  }),
  image: kind('Show', 'image', 'One picture with its description', []),
  gallery: kind('Show', 'images', 'Several pictures, also do and don’t', [], { items: [{}, {}] }),
  video: kind('Show', 'play', 'A film from the media or an address', []),
  image_placeholder: kind('Show', 'image-plus', 'Keeps the space until the picture exists', ['label'], { label: '' }),
  color_palette: kind('Brand', 'palette', 'Swatches from the palette, to copy', [], { color_ids: [] }),
  asset_download: kind('Brand', 'download', 'One file with a text', []),
  download_list: kind('Brand', 'folder-down', 'A list of files under a title', [], { title: '', items: [{}] }),
  button: kind('Brand', 'mouse-pointer-click', 'A link that stands out', ['label'], {
    label: '',
    url: '',
    style: 'primary',
  }),
  columns: kind('Arrange', 'columns-2', 'Blocks side by side', [], { columns: [column, column] }),
  tabs: kind('Arrange', 'panels-top-left', 'One of several views at a time', ['items.title'], {
    items: ['First', 'Second'].map((title) => ({ title, blocks: [empty] })),
  }),
  accordion: kind('Arrange', 'list-collapse', 'Sections that open one by one', ['items.title', 'items.body'], {
    items: [{ title: '', body: '' }],
  }),
  group: kind('Arrange', 'group', 'Blocks that belong together', [], { title: '', blocks: [empty] }),
};

export const kinds = Object.entries(rows).map(([type, row]) => ({ type, ...row })) as readonly Kind[];

/** All kinds of blocks, by their groups in the menu. */
export const kindGroups: Readonly<Record<string, readonly Kind[]>> = Object.fromEntries(
  groups.map((name) => [name, kinds.filter(({ group }) => group === name)]),
);

export const kindOf = (type: string | null | undefined): Kind | undefined => kinds.find((kind) => kind.type === type);

/** Name of a kind, as the menu and the panel say it. */
export const kindName = (type: string | null): string => capitalised(blockName(type));

/** Whether a block has fields that are not written in the page: all of a text is. */
export const hasSettings = (type: string | null | undefined): boolean => type !== 'rich_text';

/** Upper bound on levels of blocks; that of the page is the first. */
const maxLevels = 4;

const holders: Readonly<Record<BlockHolderName, true>> = { columns: true, tabs: true, group: true };

/**
 * Whether a kind may be added inside of others.
 *
 * @param around types of the blocks around the place
 */
export function isAllowed(type: string, around: readonly string[]): boolean {
  if (!Object.hasOwn(holders, type)) return true;
  return around.length < maxLevels - 1 && !around.includes(type);
}
