import { history } from '../../../src/store/native/git-log.js';

/** Reads the history of a file, once for each message: starting git takes longer from a process that has grown. */
process.on('message', async ({ gitdir, path }: { gitdir: string; path: string }) => {
  const start = performance.now();
  let count = 0;
  for await (const _ of history(gitdir, { paths: [path] })) count += 1;
  process.send?.({ ms: performance.now() - start, count });
});
