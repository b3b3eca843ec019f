import { type Asset, loadAssets } from '../assets.js';

export interface Assets {
  readonly css: Asset;
  readonly script: Asset;
  /** Style sheet of forms for content. Only pages with such a form load it and the editor. */
  readonly writeCss: Asset;
  readonly editorCss: Asset;
  readonly editor: Asset;
}

/** Loads the files that the build has made for browsers. @throws when there is no build */
export function loadBackendAssets(): Assets {
  const names = ['backend.css', 'write.css', 'backend.js', 'editor.css', 'editor.js'] as const;
  const files = loadAssets('backend', names, '/backend/assets/');
  return {
    css: files['backend.css'],
    writeCss: files['write.css'],
    script: files['backend.js'],
    editorCss: files['editor.css'],
    editor: files['editor.js'],
  };
}
