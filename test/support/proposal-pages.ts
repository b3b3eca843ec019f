import { portal } from './portal-fixture.js';
import { addPerson, WorkspaceClient } from './workspace.js';

export const proposalsPath = '/brands/acme/proposals';

export const textBlock = (html: string) => ({ type: 'rich_text', data: { html: `<p>${html}</p>` } });

export const editor = async () =>
  WorkspaceClient.signIn(portal, await addPerson(portal, 'Ada Hofer', { acme: 'editor' }));

/** Text of HTML, with single blanks. */
export const textIn = (html: string): string => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
