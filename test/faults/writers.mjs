// Writers on one brand of a data directory, through the service as built, until the process is stopped:
//   node writers.mjs <data> <brand> <name> <writers> [proposes]
// Each prints `try` before a write and `ack` when it is acknowledged, `no` when it is refused. Each writer changes only pages
// of its own, so the state of each is known but for the last `try`.
import * as fs from 'node:fs';
import { pino } from 'pino';
import { createPage, deletePage, updatePage } from '../../dist/modules/operations/pages.js';
import { approveProposal } from '../../dist/modules/operations/proposals/decide.js';
import { mergeProposal } from '../../dist/modules/operations/proposals/merge.js';
import { showProposal, submitProposal } from '../../dist/modules/operations/proposals/proposals.js';
import { Service } from '../../dist/modules/service/service.js';

const [data, slug, name, writers, proposes] = process.argv.slice(2);
const service = await Service.open({ fs, data, log: pino({ level: 'silent' }) });
const actor = { id: name, name, rights: ['read', 'write'] };
const editor = { kind: 'person', id: name, name, role: 'editor', rights: ['read', 'write'] };

function say(word, write) {
  const line = `${JSON.stringify({ word, ...write })}\n`;
  // The pipe is full while its reader is busy; a line this short is written whole or not at all.
  for (;;) {
    try {
      fs.writeSync(1, line);
      return;
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

async function act(operation, input, write) {
  say('try', write);
  const call = { slug, actor, via: 'rest', requestId: write.token, precondition: null };
  try {
    const { value } = await service.run(operation, call, { params: {}, query: {}, body: undefined, ...input });
    say('ack', { ...write, id: value?.id ?? write.id });
    return value;
  } catch (error) {
    say('no', { ...write, reason: error.message });
    return null;
  }
}

/** Proposes a title and publishes it; merging again finds the same commit. */
async function propose(id, token) {
  const run = (operation, input, more = {}) => {
    const call = { slug, actor: editor, via: 'backend', requestId: token, precondition: null, ...more };
    return service.run(operation, call, { params: {}, query: {}, body: undefined, ...input });
  };
  const update = { params: { page: String(id) }, body: { title: token } };
  const params = { proposal: String((await run(updatePage, update, { proposal: 'new' })).proposal) };
  await run(submitProposal, { params });
  const { result } = (await run(showProposal, { params })).value;
  await run(approveProposal, { params, body: { result } });
  const write = { verb: 'update', token, id };
  say('try', write);
  const { commit } = await run(mergeProposal, { params, body: {} });
  say('ack', write);
  const again = await run(mergeProposal, { params, body: {} });
  if (again.value.found !== commit) say('no', { ...write, reason: 'merged again' });
}

async function write(writer) {
  for (let number = 0; ; number += 1) {
    const token = (verb) => `${name}-${writer}-${number}-${verb}`;
    const blocks = [{ type: 'rich_text', data: { html: `<p>${token('create').repeat(20)}</p>` } }];
    const body = { title: token('create'), blocks };
    const page = await act(createPage, { body }, { verb: 'create', token: token('create') });
    if (page === null) continue;
    const params = { page: String(page.id) };
    await act(updatePage, { params, body: { title: token('update') } }, { verb: 'update', token: token('update'), id: page.id });
    if (proposes && number % 2 === 0) await propose(page.id, token('merge'));
    if (number % 3 === 0) await act(deletePage, { params }, { verb: 'delete', token: token('delete'), id: page.id });
  }
}

await Promise.all(Array.from({ length: Number(writers) }, (_, at) => write(at)));
