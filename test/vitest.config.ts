import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    reporters: ['default', './test/support/closing-line.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The generator of clients needs the compiler's JavaScript API, which TypeScript 7 does not have.
    alias: { typescript: 'typescript5' },
    server: { deps: { inline: ['openapi-typescript'] } },
  },
});
