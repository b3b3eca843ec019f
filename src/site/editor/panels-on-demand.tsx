import { useEffect, useState } from 'preact/hooks';
import type { PanelsProps } from './panels.js';
import { useEditor } from './use.js';

let loaded: typeof import('./panels.js') | null = null;

/** Loads the file of the panels with the first of them. */
export function PanelsOnDemand(props: PanelsProps) {
  const editor = useEditor();
  const { saver, close } = props;
  const [file, setFile] = useState(loaded);
  useEffect(() => {
    if (file !== null) return;
    import('./panels.js').then(
      (now) => {
        loaded = now;
        setFile(now);
      },
      () => {
        if (saver.status === 'conflict') saver.dismiss();
        editor.offer?.close(false);
        close();
        editor.showMessage('This cannot be opened now. Check the connection, and try again, or reload the page.');
      },
    );
  }, []);
  return file && <file.Panels {...props} />;
}
