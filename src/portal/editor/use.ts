import { createContext } from 'preact';
import { useContext, useLayoutEffect, useState } from 'preact/hooks';
import type { Editor } from './editor.js';

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (editor === null) throw new Error('A part of the editor is drawn outside of it');
  return editor;
}

/** Part of the editor's state; the component is drawn again when it is another. */
export function useSelected<Value>(select: (editor: Editor) => Value): Value {
  const editor = useEditor();
  const value = select(editor);
  const [, set] = useState(value);
  useLayoutEffect(() => {
    const look = (): void => set(() => select(editor));
    look();
    return editor.subscribe(look);
  });
  return value;
}
