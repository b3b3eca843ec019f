import { fileSizeOf, type Size, sizeOf } from '../lib/size-text.js';
import { counted, numberText, words } from './words.js';

const text = ({ value, unit }: Size): string =>
  unit === null ? counted(words().scripts.bytes, value) : `${numberText(value)} ${unit}`;

/** `900 bytes`, `2.6 KB`, `56 KB`: size of a file for its readers. */
export const fileSizeText = (bytes: number): string => text(fileSizeOf(bytes));

/** `900 bytes`, `4 MiB`, `1.5 GiB` */
export const sizeText = (bytes: number): string => text(sizeOf(bytes));
