import type { ComponentChild } from 'preact';
import type { PortalContext } from '../context.js';
import { mayEdit, workspaceHref } from './bar.js';
import { Icon } from './icon.js';

/** Note after a form of the workspace that led here: the commit that it made is `done` of the address. */
export async function doneNote(context: PortalContext): Promise<ComponentChild> {
  const { service, slug, query } = context;
  const { done = '', same } = query;
  if (!mayEdit(context)) return null;
  if (same !== undefined) return <Note>Nothing was different, so nothing was stored.</Note>;
  if (!/^[0-9a-f]{40}$/.test(done) || !(await (await service.openBrand(slug)).past.contains(done))) return null;
  const change = workspaceHref(context, `/changes/${done}`);
  return (
    <Note>
      Saved. <a href={change}>See the change</a> · <a href={`${change}/undo`}>Undo</a>
    </Note>
  );
}

const Note = ({ children }: { readonly children: ComponentChild }) => (
  <div class="note ok" role="status">
    <Icon name="circle-check" />
    <p>{children}</p>
  </div>
);
