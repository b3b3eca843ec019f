import type { BlockType } from './block-type.js';
import { accordion } from './types/accordion.js';
import { alert } from './types/alert.js';
import { assetDownload } from './types/asset-download.js';
import { button } from './types/button.js';
import { colorPalette } from './types/color-palette.js';
import { columns } from './types/columns.js';
import { downloadList } from './types/download-list.js';
import { gallery } from './types/gallery.js';
import { group } from './types/group.js';
import { heading } from './types/heading.js';
import { image } from './types/image.js';
import { imagePlaceholder } from './types/image-placeholder.js';
import { richText } from './types/rich-text.js';
import { table } from './types/table.js';
import { tabs } from './types/tabs.js';
import { video } from './types/video.js';

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
