import { fill, words } from '../../words/words.js';
import { toast } from './toast.js';

/**
 * Buttons that copy: `data-copy` is the text, `data-copy-address` a path of this server, `data-copied` its name in the
 * notice. Class `on` shows a tick for two seconds.
 */
export function startCopying(): void {
  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-copy], [data-copy-address]') : null;
    if (button === null) return;
    const { copy, copyAddress, copied } = button.dataset;
    const texts = words().scripts;
    const text = copy ?? new URL(copyAddress ?? '', location.href).href;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      toast(texts.notCopied);
      return;
    }
    const message = copy === undefined ? texts.copiedAddress : fill(texts.copied, { text: copy });
    toast(copied ? fill(texts.copiedNamed, { name: copied }) : message, 'check');
    button.classList.add('on');
    setTimeout(() => button.classList.remove('on'), 2000);
  });
}
