import { client } from './portal-fixture.js';
import type { Writer } from './writer.js';

/** Text of the page in the first draft, which no key sees. */
export const proposed = ({ page }: Writer, id: number) =>
  page.evaluate(async (number) => {
    const response = await fetch(`/brands/acme/-/workspace/api/pages/${number}?proposal=1`);
    return (await response.json()).page.blocks[0].data.html;
  }, id);

/** Numbers and states of the proposals of the brand. */
export const states = async () =>
  (await client.get('/proposals')).body.map(({ number, state }: { number: number; state: string }) => [number, state]);

/** Saves by an entry of the menu. */
export const pick = async ({ page }: Writer, way: string): Promise<void> => {
  await page.keyboard.press('Control+Shift+s');
  await page.locator('.save-menu').getByRole('button', { name: way }).click();
};
