import { useEffect, useState } from 'preact/hooks';
import { words } from '../../words/words.js';
import type { PanelsProps } from './panels-props.js';
import { useEditor } from './use.js';

/** States of a save that ask in a dialog. */
export const asking: ReadonlySet<string> = new Set(['conflict', 'session', 'person']);

let loaded: typeof import('./panels.js') | null = null;

/** The file of what few sessions need: panels, dialogs, and translating. */
export async function loadPanels(): Promise<NonNullable<typeof loaded>> {
  const address = new URL(`panel-words-${document.documentElement.lang}.js`, import.meta.url).href;
  const [file] = await Promise.all([import('./panels.js'), import(address)]);
  return file;
}

/** Loads the file of the panels with the first of them. */
export function PanelsOnDemand(props: PanelsProps) {
  const editor = useEditor();
  const { saver, close } = props;
  const texts = words().editor;
  const [file, setFile] = useState(loaded);
  useEffect(() => {
    if (file !== null) return;
    loadPanels().then(
      (now) => {
        loaded = now;
        setFile(now);
      },
      () => {
        if (asking.has(saver.status)) saver.dismiss();
        editor.offer?.close();
        close();
        editor.showMessage(texts.notOpened);
      },
    );
  }, []);
  return file && <file.Panels {...props} />;
}
