/** Whether keys at an element are typed into a text or a field. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox]') !== null;

/** Whether a click asks for another tab or window. */
export const opensElsewhere = ({ metaKey, ctrlKey, shiftKey }: MouseEvent): boolean => metaKey || ctrlKey || shiftKey;
