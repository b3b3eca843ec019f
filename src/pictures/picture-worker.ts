import { constants, setPriority } from 'node:os';
import { type FileType, fileTypes } from '../content/files/types.js';
import { errorCode } from '../lib/system-error.js';
import { inspect, render } from './decoder.js';
import { identify } from './identify.js';
import type { Answers, Job, Reply } from './job.js';

/** Other end of `PictureProcess`: a program of its own, to which every uploaded file is untrusted. One job comes at a time. */
process.on('message', async (job: Job) => {
  const reply: Reply = await work(job).then(
    (answer) => ({ answer }),
    // Libraries repeat some messages a thousand times.
    (error: Error) => ({ failure: error.message.slice(0, 200), code: errorCode(error) }),
  );
  process.send?.(reply);
});

// A decoder may be at work in another thread, so nothing waits for an orderly end.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

async function work(job: Job): Promise<Answers[Job['kind']]> {
  if (job.kind === 'identify') {
    const found = await identify(job.path, job.name);
    return typeof found === 'string' ? { looksLike: found } : { extension: found.extension };
  }
  const type = fileTypes.get(job.extension) as FileType;
  if (job.kind === 'inspect') return inspect(job.path, type, job.limits);
  await render(job.path, type, job.width, job.format, job.to, job.limits);
  return null;
}
