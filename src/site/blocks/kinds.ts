import type { BlockData } from '../../content/blocks/block-type.js';
import type { BlockFieldPath, BlockTypeName } from '../../content/blocks/types.js';
import { words } from '../../words/words.js';
import type { IconName } from '../parts/icon.js';

/** Groups of the menu. */
export const kindGroups = ['write', 'show', 'brand', 'arrange'] as const;

/** Look and first content of a type of block. Its fields are in its schema, its texts in the tables of words. */
export interface BlockKind {
  readonly group: (typeof kindGroups)[number];
  readonly icon: IconName;
  /** Fields that are there before they have content; others appear while their block is selected. */
  readonly mainFields: readonly string[];
  /** Data of a new block. */
  readonly data: () => BlockData;
  /** Whether a new one has its content chosen or uploaded first, and has no words to write. */
  readonly isChosenFirst?: true;
  /** Words of fields that a portal shows in a special way. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
}

interface KindOf<Name extends BlockTypeName> extends BlockKind {
  readonly mainFields: readonly BlockFieldPath<Name>[];
  readonly choices?: { readonly [Field in BlockFieldPath<Name>]?: readonly string[] } & BlockKind['choices'];
}

/** Text in a new holder of blocks. */
export const emptyText = { id: null, type: 'rich_text', data: { html: '' } };
const column = { blocks: [emptyText] };

/** A row for each type of block, in the order of the menu. */
export const blockKinds: { readonly [Name in BlockTypeName]: KindOf<Name> } = {
  rich_text: {
    group: 'write',
    icon: 'pilcrow',
    mainFields: ['html'],
    data: () => emptyText.data,
  },
  heading: {
    group: 'write',
    icon: 'heading',
    mainFields: ['text'],
    data: () => ({ text: '', level: 2 }),
  },
  alert: {
    group: 'write',
    icon: 'triangle-alert',
    mainFields: ['body'],
    data: () => ({ variant: 'info', title: '', body: '' }),
    choices: { variant: ['info', 'warning', 'danger', 'success'] },
  },
  table: {
    group: 'write',
    icon: 'table',
    mainFields: ['header', 'rows'],
    data: () => ({ caption: '', header: ['', ''], rows: [['', '']] }),
  },
  image: {
    group: 'show',
    icon: 'image',
    mainFields: [],
    data: () => ({}),
    isChosenFirst: true,
  },
  gallery: {
    group: 'show',
    icon: 'images',
    mainFields: [],
    data: () => ({ items: [{}, {}] }),
    choices: { layout: ['grid', 'carousel'] },
  },
  video: {
    group: 'show',
    icon: 'play',
    mainFields: [],
    data: () => ({}),
    isChosenFirst: true,
  },
  image_placeholder: {
    group: 'show',
    icon: 'image-plus',
    mainFields: ['label'],
    data: () => ({ label: '' }),
  },
  color_palette: {
    group: 'brand',
    icon: 'palette',
    mainFields: [],
    data: () => ({ color_ids: [] }),
    isChosenFirst: true,
  },
  asset_download: {
    group: 'brand',
    icon: 'download',
    mainFields: [],
    data: () => ({}),
    isChosenFirst: true,
  },
  download_list: {
    group: 'brand',
    icon: 'folder-down',
    mainFields: [],
    data: () => ({ title: '', items: [{}] }),
  },
  button: {
    group: 'brand',
    icon: 'mouse-pointer-click',
    mainFields: ['label'],
    data: () => ({ label: '', url: '', style: 'primary' }),
    choices: { style: ['primary', 'secondary', 'embed'] },
  },
  columns: {
    group: 'arrange',
    icon: 'columns-2',
    mainFields: [],
    data: () => ({ columns: [column, column] }),
  },
  tabs: {
    group: 'arrange',
    icon: 'panels-top-left',
    mainFields: ['items.title'],
    data: () => ({ items: words().labels.newTabs.map((name) => ({ title: name, blocks: [emptyText] })) }),
  },
  accordion: {
    group: 'arrange',
    icon: 'list-collapse',
    mainFields: ['items.title', 'items.body'],
    data: () => ({ items: [{ title: '', body: '' }] }),
  },
  group: {
    group: 'arrange',
    icon: 'group',
    mainFields: [],
    data: () => ({ title: '', blocks: [emptyText] }),
  },
};

const isKnown = (type: string | null): type is BlockTypeName => Object.hasOwn(blockKinds, type ?? '');

/** Row of a type of block; `undefined` for a type that this program does not know. */
export const blockKind = (type: string | null): BlockKind | undefined => (isKnown(type) ? blockKinds[type] : undefined);
