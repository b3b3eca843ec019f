import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const path = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-greek-wght-normal.woff2');

/** A real font: WOFF2, variable from 100 to 900. */
export const realFont = readFileSync(path);

/** Family under which tests assign it, which no machine has. */
export const family = 'Lesestoff Grotesk';
