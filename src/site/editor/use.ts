import { createContext } from 'preact';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Editor } from './editor.js';

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (editor === null) throw new Error('A part of the editor is drawn outside of it');
  return editor;
}

/** Part of the editor's state. The component is drawn again when the part changes. */
export function useSelected<Value>(select: (editor: Editor) => Value): Value {
  const editor = useEditor();
  const value = select(editor);
  const latest = useRef({ select, value });
  latest.current = { select, value };
  const [, draw] = useState({});
  useLayoutEffect(() => {
    const look = (): void => {
      const { select: now, value: before } = latest.current;
      if (!Object.is(now(editor), before)) draw({});
    };
    look();
    return editor.subscribe(look);
  }, [editor]);
  return value;
}
