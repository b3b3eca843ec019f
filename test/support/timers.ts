/** A delay that no timer takes is 1 ms: what waits with it looks again for ever. Once a process, however many files it runs. */
function failOnWarning({ name, stack }: Error): void {
  if (/^Timeout\w+Warning$/.test(name)) throw new Error(stack);
}

if (!process.listeners('warning').some(({ name }) => name === failOnWarning.name)) process.on('warning', failOnWarning);
