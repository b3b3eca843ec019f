import { expect, onTestFinished, test } from 'vitest';
import type * as Background from '../../../src/content/html/background-sanitizer.js';

const build = '../../../dist/modules/content/html/background-sanitizer.js';
const { BackgroundSanitizer } = (await import(build)) as typeof Background;

/** Large, and allowed: the DOM takes a second or more for it. */
const large = '<p onclick="x"><a href="x" title="y" target="_blank">a</a></p>'.repeat(4900);
const small = '<p onclick="x">b</p>';

function start(limits: { message: number; slow: number }) {
  const sanitizer = new BackgroundSanitizer(1, limits);
  onTestFinished(() => sanitizer.close());
  return sanitizer;
}

test('a text of another is sanitised before one that takes long ends', async () => {
  const sanitizer = start({ message: 300, slow: 1_000_000 });
  let hasEnded = false;
  const slow = sanitizer.prepare([large]).then(() => {
    hasEnded = true;
  });
  // Plain enough for any limit: the parser alone finds it clean.
  await sanitizer.prepare(['<ul><li>b</li></ul>']);
  expect(hasEnded).toBe(false);
  await slow;
  expect(sanitizer.html(large)?.length).toBe(
    '<p><a href="x" title="y" target="_blank" rel="noopener">a</a></p>'.length * 4900,
  );
});

test('a text that exceeds the limit counts as too complex, and so it does when it is opened', async () => {
  const sanitizer = start({ message: 1, slow: 1 });
  await sanitizer.prepare([large]);
  expect(sanitizer.html(large)).toBeNull();
  expect(await sanitizer.open(large, 'source')).toMatchObject({ html: '', reason: 'it is too complex' });
});

test('a sanitiser that is closed lets go of what it is at, and does nothing on the spot', async () => {
  const sanitizer = start({ message: 1_000_000, slow: 1_000_000 });
  const open = expect(sanitizer.prepare([large])).rejects.toMatchObject({ code: 'unavailable' });
  await sanitizer.close();
  await open;
  await expect(sanitizer.prepare([small])).rejects.toMatchObject({ code: 'unavailable' });
});
