/**
 * Turns sections with `data-tab`, which without script are read one below the other, into tabs (ARIA Authoring
 * Practices, tabs).
 */
export function startTabs(): void {
  for (const group of document.querySelectorAll<HTMLElement>('.tabs')) {
    const sections = [...group.querySelectorAll<HTMLElement>(':scope > [data-tab]')];
    const list = Object.assign(document.createElement('div'), { className: 'tablist', role: 'tablist' });
    const tabs = sections.map((section, at) => {
      const tab = Object.assign(document.createElement('button'), { type: 'button', role: 'tab' });
      tab.textContent = section.dataset.tab ?? '';
      // On paper it is seen.
      section.querySelector(':scope > .cap')?.setAttribute('hidden', '');
      section.role = 'tabpanel';
      section.ariaLabel = tab.textContent;
      tab.addEventListener('click', () => select(at));
      return tab;
    });
    const select = (chosen: number): void => {
      for (const [at, tab] of tabs.entries()) {
        tab.ariaSelected = String(at === chosen);
        tab.tabIndex = at === chosen ? 0 : -1;
        const section = sections[at];
        if (section !== undefined) section.hidden = at !== chosen;
      }
    };
    list.addEventListener('keydown', ({ key }) => {
      const at = tabs.findIndex((tab) => tab.matches(':focus'));
      if (at < 0 || (key !== 'ArrowRight' && key !== 'ArrowLeft')) return;
      const next = (at + (key === 'ArrowRight' ? 1 : -1) + tabs.length) % tabs.length;
      select(next);
      tabs[next]?.focus();
    });
    list.append(...tabs);
    group.prepend(list);
    // A link to a block in a hidden tab shows that tab.
    const target = location.hash === '' ? null : document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const targetAt = sections.findIndex((section) => target !== null && section.contains(target));
    select(Math.max(0, targetAt));
    if (targetAt >= 0) target?.scrollIntoView();
  }
}
