import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { OpenedHtml } from '../../content/html/opened-html.js';
import { type NodeJson, withoutTags } from '../../content/html/write.js';
import { drawNode } from '../blocks/content-element.js';
import type { HtmlStyle } from '../blocks/heading.js';
import type { TextBox } from '../blocks/view.js';
import { bubbles } from './bubble.js';
import type { Editor } from './editor.js';
import type { InsertPlace } from './open.js';
import type { Missing } from './plain-text.js';
import { SourceText } from './source-text.js';
import { drawDocument } from './text/draw.js';
import { TextView } from './text/text-view.js';
import { useEditor, useSelected } from './use.js';

interface RichTextProps {
  readonly html: string;
  readonly label: string;
  readonly box: TextBox;
  readonly style: HtmlStyle;
  readonly missing?: Missing | undefined;
  change(html: string): void;
  /**
   * `/` in an empty paragraph.
   *
   * @param isWhole whether the text has nothing else
   * @param place of the caret, for the menu
   */
  insert(isWhole: boolean, place: InsertPlace): boolean;
  remove(): boolean;
  takePictures(files: readonly File[]): boolean;
}

/** A text as it is drawn and opened. Words in an empty cell are in no paragraph. */
const textOf = (editor: Editor, html: string, { tag }: TextBox): OpenedHtml =>
  tag === 'td' && html.trim() === ''
    ? { document: { type: 'doc', content: [{ type: 'bare' }] } }
    : editor.texts.get(html);

/** Document of what is shown in the place of a missing text. */
function shownInstead({ texts }: Editor, { html, missing }: RichTextProps): NodeJson | null {
  const shown = html.trim() === '' && missing !== undefined ? texts.get(missing.shown) : null;
  return shown !== null && 'document' in shown ? shown.document : null;
}

const missingClass = ({ missing }: RichTextProps): string => (missing === undefined ? 'rich-text' : 'rich-text untr');

type Caret = Parameters<TextView['caret']>[0] | null;

/**
 * HTML, written where it is read: a text becomes an editor under the pointer or with the focus, and is none again
 * without either.
 */
export function RichText(props: RichTextProps) {
  const { html, label, box, style } = props;
  const { tag: Tag = 'div', ...attributes } = box;
  const editor = useEditor();
  const [isOpen, setOpen] = useState(false);
  const caret = useRef<Caret>(null);
  const text = textOf(editor, html, box);
  const open = (at: Caret): void => {
    caret.current = at;
    setOpen(true);
  };
  if (!('reason' in text)) {
    if (isOpen) return <OpenText key="open" {...props} caret={caret} close={() => setOpen(false)} />;
    return (
      <ClosedText key="drawn" {...props} open={open}>
        {drawDocument(shownInstead(editor, props) ?? text.document, style)}
      </ClosedText>
    );
  }

  const openSource = (): void => setOpen(true);
  if (!isOpen && text.drawn !== null) {
    return (
      <Tag
        key="source-drawn"
        {...attributes}
        aria-label={label}
        aria-readonly
        role="textbox"
        tabIndex={0}
        onFocus={openSource}
        onClick={openSource}
      >
        {text.drawn.map((node) => drawNode(node, style))}
      </Tag>
    );
  }
  const close = (isFocused: boolean): void => {
    caret.current = isFocused ? 'end' : null;
    setOpen(isFocused);
  };
  return (
    <Tag key="source" {...attributes}>
      <SourceText
        html={html}
        label={label}
        reason={text.reason}
        isFocused={isOpen}
        change={props.change}
        close={close}
      />
    </Tag>
  );
}

interface ClosedTextProps extends RichTextProps {
  readonly children: ComponentChildren;
  open(caret: Caret): void;
}

/** A text as readers see it, until the pointer or the focus comes. */
function ClosedText({ children, open, ...props }: ClosedTextProps) {
  const { html, label, box, missing } = props;
  const { tag: Tag = 'div', ...attributes } = box;
  // A tap gives the focus before it is a click, and the text that gets the focus is drawn again without that click.
  const pressed = useRef<Caret>(null);
  return (
    <Tag
      {...attributes}
      class={`${attributes.class ?? ''} ${missingClass(props)}`.trim()}
      lang={missing?.lang}
      role="textbox"
      aria-label={label}
      aria-multiline="true"
      tabIndex={0}
      data-empty={html.trim() === '' && missing === undefined ? label : undefined}
      onPointerEnter={({ pointerType }: PointerEvent) => pointerType === 'mouse' && missing === undefined && open(null)}
      onMouseDown={({ clientX, clientY }: MouseEvent) => {
        pressed.current = { left: clientX, top: clientY };
      }}
      onFocus={() => open(pressed.current ?? 'start')}
      onClick={({ clientX, clientY }: MouseEvent) => open({ left: clientX, top: clientY })}
    >
      {children}
    </Tag>
  );
}

interface OpenTextProps extends RichTextProps {
  readonly caret: { current: Caret };
  close(): void;
}

function OpenText({ caret, close, ...props }: OpenTextProps) {
  const editor = useEditor();
  const ref = useRef<HTMLElement>(null);
  const view = useRef<TextView | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const { tag: Tag = 'div', ...attributes } = props.box;
  useLayoutEffect(() => {
    const element = ref.current;
    const { html, label, box } = latest.current;
    const text = textOf(editor, html, box);
    if (element === null || 'reason' in text) return;
    const open = new TextView(element, {
      html,
      document: text.document,
      attributes: { 'aria-label': label },
      change(next, document) {
        editor.texts.written.set(next, document);
        latest.current.change(next);
      },
      insert: (isWhole, place) => latest.current.insert(isWhole, place),
      remove: () => latest.current.remove(),
      look: (shown) => bubbles.look(shown),
      link: (shown) => bubbles.link(shown),
      clean: (source, from) => editor.api.clean(source, from),
      showStatus: (status) => status !== '' && editor.showMessage(status),
      takePictures: (files) => latest.current.takePictures(files),
    });
    view.current = open;
    editor.texts.open.add(open);
    if (caret.current !== null) open.caret(caret.current);
    return () => {
      editor.texts.open.delete(open);
      bubbles.leave(open.view);
      open.destroy();
      view.current = null;
    };
  }, []);
  useLayoutEffect(() => {
    const text = textOf(editor, props.html, props.box);
    if (!('reason' in text)) view.current?.show(props.html, text.document);
  }, [props.html]);
  const closeWhenLeft = (): void => {
    // The focus may go from the text to its bar and back, and what was pasted may be on its way.
    setTimeout(async () => {
      await view.current?.pasted;
      const element = ref.current;
      const isPasting = (view.current?.pending.size ?? 0) > 0;
      if (element === null || isPasting) return;
      const isInUse =
        isCovered.current ||
        element.matches(':hover') ||
        element.contains(document.activeElement) ||
        bubbles.isUsedFor(view.current?.view);
      if (!isInUse) close();
    });
  };
  // The caret may come back from the menu of the kinds of blocks.
  const hasMenu = useSelected(({ open }) => open?.kind === 'insert');
  const isCovered = useRef(hasMenu);
  useLayoutEffect(() => {
    const wasCovered = isCovered.current;
    isCovered.current = hasMenu;
    if (wasCovered && !hasMenu) closeWhenLeft();
  }, [hasMenu]);
  const isEmpty = props.html.trim() === '';
  return (
    <Tag
      ref={(element: HTMLElement | null) => {
        ref.current = element;
      }}
      {...attributes}
      // ProseMirror sets its class once; drawing the element again would take it away, and blanks with it.
      class={`${attributes.class ?? ''} ${missingClass(props)} ProseMirror`.trim()}
      lang={props.missing?.lang}
      data-empty={isEmpty ? withoutTags(props.missing?.shown ?? props.label, ' ') : undefined}
      onPointerLeave={closeWhenLeft}
      onFocusOut={closeWhenLeft}
    />
  );
}
