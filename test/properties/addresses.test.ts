import { expect, test } from 'vitest';
import { isSafeUrl } from '../../src/content/html/sanitizer.js';

test('an address with letters beyond ASCII is safe however often it is asked about', () => {
  const calls = 20_000;
  let safe = 0;
  for (let call = 0; call < calls; call += 1) if (isSafeUrl('https://grüße.example/straße?q=ä')) safe += 1;
  expect(safe).toBe(calls);
});
