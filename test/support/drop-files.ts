import type { Page } from 'playwright-core';

/** Drops files and folders of the disk on a page, as a person does. @param selector of what they are dropped on */
export async function dropFiles(page: Page, selector: string, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`no ${selector}`);
  const place = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...place, data });
}
