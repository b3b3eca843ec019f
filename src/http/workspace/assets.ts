import { workspacePrefix } from '../../service/workspace-addresses.js';
import { type Asset, loadAssets } from '../assets.js';

export interface Assets {
  readonly css: Asset;
  readonly script: Asset;
}

/**
 * Loads the files that the build has made for browsers.
 *
 * @throws when there is no build
 */
export function loadWorkspaceAssets(): Assets {
  const files = loadAssets('workspace', ['workspace.css', 'workspace.js'], `${workspacePrefix}/assets/`);
  return { css: files['workspace.css'], script: files['workspace.js'] };
}
