/** Offers people after `@` and two letters, in the texts below `data-mentions`. */
export function startMentions(root: ParentNode): void {
  for (const box of root.querySelectorAll<HTMLElement>('[data-mentions]')) {
    const text = box.querySelector('textarea');
    if (text === null || box.dataset.isReady) continue;
    box.dataset.isReady = 'yes';
    const list = Object.assign(document.createElement('ul'), { className: 'pop offers', hidden: true });
    box.append(list);
    text.addEventListener('input', () => void offer(text, list, box.dataset.mentions ?? ''));
    text.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowDown' || list.hidden) return;
      event.preventDefault();
      list.querySelector('button')?.focus();
    });
  }
}

async function offer(text: HTMLTextAreaElement, list: HTMLUListElement, address: string): Promise<void> {
  const end = text.selectionStart;
  const [, letters] = /@([\p{L}\p{N}][\p{L}\p{N} .'-]{1,40})$/u.exec(text.value.slice(0, end)) ?? [];
  list.hidden = true;
  if (letters === undefined) return;
  const response = await fetch(`${address}?letters=${encodeURIComponent(letters)}`).catch(() => null);
  const { names } = (response?.ok ? await response.json() : { names: [] }) as { names: string[] };
  if (text.selectionStart !== end) return;
  list.replaceChildren(
    ...names.map((name) => {
      const button = Object.assign(document.createElement('button'), {
        type: 'button',
        className: 'it',
        textContent: name,
      });
      button.addEventListener('click', () => {
        text.setRangeText(`${name} `, end - letters.length, end, 'end');
        list.hidden = true;
        text.focus();
      });
      const item = document.createElement('li');
      item.append(button);
      return item;
    }),
  );
  list.hidden = names.length === 0;
}
