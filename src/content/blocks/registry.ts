import { accordion } from './accordion.js';
import { alert } from './alert.js';
import { assetDownload } from './asset-download.js';
import type { BlockType } from './block-type.js';
import { button } from './button.js';
import { colorPalette } from './color-palette.js';
import { columns } from './columns.js';
import { downloadList } from './download-list.js';
import { gallery } from './gallery.js';
import { group } from './group.js';
import { heading } from './heading.js';
import { image } from './image.js';
import { imagePlaceholder } from './image-placeholder.js';
import { richText } from './rich-text.js';
import { table } from './table.js';
import { tabs } from './tabs.js';
import { video } from './video.js';

/** Every block type that clients can write, by name. A stored block of another type was made in the backend. */
export const blockTypes: ReadonlyMap<string, BlockType> = new Map(
  [
    heading,
    richText,
    alert,
    button,
    video,
    imagePlaceholder,
    accordion,
    table,
    columns,
    group,
    image,
    gallery,
    tabs,
    assetDownload,
    downloadList,
    colorPalette,
  ].map((blockType) => [blockType.type, blockType]),
);
