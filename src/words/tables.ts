import { de } from './de/index.js';
import { en } from './en/index.js';
import type { FrameLanguage } from './languages.js';
import type { Words } from './words.js';

export const tables: Readonly<Record<FrameLanguage, Words>> = { en, de };

/** Groups that the scripts of every page load, and those that the workspace, the editor and its panels load next to them. */
export const browserGroups = {
  words: ['locale', 'scripts'],
  'work-words': ['importPages', 'importing', 'workScripts'],
  'editor-words': [
    'blocks',
    'common',
    'conflicts',
    'editor',
    'editorBlocks',
    'fileRights',
    'editorKeys',
    'editorLanguage',
    'editorNotes',
    'editorPage',
    'editorText',
    'fields',
    'labels',
    'language',
    'references',
    'uploads',
  ],
  'panel-words': ['keyList', 'memberNames', 'sending', 'translating'],
} as const satisfies Record<string, readonly (keyof Words)[]>;
