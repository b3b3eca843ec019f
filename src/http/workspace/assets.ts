import { workspacePrefix } from '../../service/workspace-addresses.js';
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
export function loadWorkspaceAssets(): Assets {
  const names = ['workspace.css', 'write.css', 'workspace.js', 'editor.css', 'editor.js'] as const;
  const files = loadAssets('workspace', names, `${workspacePrefix}/assets/`);
  return {
    css: files['workspace.css'],
    writeCss: files['write.css'],
    script: files['workspace.js'],
    editorCss: files['editor.css'],
    editor: files['editor.js'],
  };
}
