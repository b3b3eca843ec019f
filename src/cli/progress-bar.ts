import { SingleBar } from 'cli-progress';

const bars = new Set<SingleBar>();

/** Shows a bar on a terminal once the work has taken a second. */
export function progressBar(name: string, unit = 'files'): (done: number, total: number) => void {
  if (!process.stderr.isTTY) return () => {};
  const start = performance.now();
  let bar: SingleBar | undefined;
  return (done, total) => {
    if (bar === undefined && done < total && performance.now() - start > 1000) {
      bar = new SingleBar({ format: `${name} {bar} {value}/{total} ${unit}`, stream: process.stderr });
      bar.start(total, done);
      bars.add(bar);
    }
    bar?.update(done);
    if (done === total) bar?.stop();
  };
}

/** Ends the bars of work that failed: each keeps the process alive. */
export function stopBars(): void {
  for (const bar of bars) bar.stop();
}
