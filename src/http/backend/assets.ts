import { type Asset, loadAsset } from '../assets.js';

export interface Assets {
  readonly css: Asset;
  readonly script: Asset;
  /** Style sheet of forms for content. Only pages with such a form load it and the editor. */
  readonly writeCss: Asset;
  readonly editorCss: Asset;
  readonly editor: Asset;
}

/** Loads the files that the build has made for browsers. @throws when there is no build */
export function loadAssets(): Assets {
  const load = (file: `${string}.${'css' | 'js'}`): Asset => loadAsset('backend', file, '/backend/assets/');
  return {
    css: load('backend.css'),
    writeCss: load('write.css'),
    script: load('backend.js'),
    editorCss: load('editor.css'),
    editor: load('editor.js'),
  };
}
