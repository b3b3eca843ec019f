/** Node shortens a delay that is too long to 1 ms, which makes a busy loop. The check is set up once a process. */
function failOnWarning({ name, stack }: Error): void {
  if (/^Timeout\w+Warning$/.test(name)) throw new Error(stack);
}

if (!process.listeners('warning').some(({ name }) => name === failOnWarning.name)) process.on('warning', failOnWarning);
