/** Buttons that load content of another site into a frame in their place. */
export function startEmbeds(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-frame]') : null;
    const stage = button?.closest('.stage');
    if (button === null || !stage || button.disabled) return;
    const { frame, sandbox, origin, title } = button.dataset;
    const made = document.createElement('iframe');
    made.setAttribute('sandbox', sandbox ?? '');
    made.allow = 'autoplay; fullscreen';
    made.referrerPolicy = origin === undefined ? 'no-referrer' : 'strict-origin';
    made.title = title ?? '';
    made.src = frame ?? '';
    stage.replaceChildren(made);
    made.focus();
  });
}
