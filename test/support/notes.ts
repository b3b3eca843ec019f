import { expect } from 'vitest';
import type { Role } from '../../src/registry/records.js';
import { client, portal } from './portal-fixture.js';
import { openPortal, show, visit } from './portal-visitors.js';
import { addPerson, backendOrigin, WorkspaceClient } from './workspace.js';

export const canary = 'Does 96 px mean device pixels or zebra pixels?';
export const mail = 'guest-canary@reader.example';

export async function publicPage(notes: 'off' | 'people' | 'everyone' = 'everyone') {
  const page = await client.page({
    title: 'Minimum size',
    blocks: [{ id: 'b-size', type: 'rich_text', data: { html: '<p>At least 96 px wide.</p>' } }],
  });
  await show(page.id);
  await openPortal(portal, client.brand, { notes });
  return { ...page, block: page.blocks[0].id as string };
}

const hidden = (html: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';

export async function opened(page: { id: number; block: string }): Promise<Record<string, string>> {
  const response = await visit(portal, `/brands/${client.brand}/-/ask?page=${page.id}&block=${page.block}`);
  expect(response.headers.get('cache-control')).toContain('no-store');
  const html = await response.text();
  return { page: String(page.id), block: page.block, seal: hidden(html, 'seal') };
}

export async function post(path: string, fields: Record<string, string>, origin = backendOrigin(portal)) {
  const response = await visit(portal, `/brands/${client.brand}${path}`, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
  return { status: response.status, html: await response.text() };
}

export async function sendNote(page: { id: number; block: string }, text = canary, address = mail) {
  const form = await opened(page);
  portal.clock.advance({ seconds: 5 });
  return post('/-/ask', { ...form, text, address });
}

export const at = (path: string): string => `/brands/${client.brand}${path}`;

export const editor = async (name = 'Ada Lind', role: Role = 'editor') =>
  WorkspaceClient.signIn(portal, await addPerson(portal, name, { [client.brand]: role }));
