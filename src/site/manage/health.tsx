import { build } from '../../lib/package.js';
import { plural } from '../../lib/plural.js';
import type { Reply, SignedInContext } from '../context.js';
import { Note } from '../parts/note.js';

/** Limit on the brands that the page names. */
const maxNamed = 100;

/** Page that says whether the portal can serve requests, and which brands are incomplete. */
export async function healthPage({ service }: SignedInContext): Promise<Reply> {
  const { isUsable, brands, reasons } = await service.health();
  const body = (
    <div class="narrow">
      <h1>Health</h1>
      {isUsable ? (
        <Note>
          {reasons.length === 0
            ? 'Healthy: everything can be read and written.'
            : 'The portal is running, but some requests fail.'}
        </Note>
      ) : (
        <Note kind="bad">The portal cannot serve requests now.</Note>
      )}
      {reasons.length > 0 && (
        <ul>
          {reasons.map((reason) => (
            <li>{reason}</li>
          ))}
          {brands.slice(0, maxNamed).map((slug) => (
            <li>
              the brand <code>{slug}</code> cannot be read as a whole
            </li>
          ))}
          {brands.length > maxNamed && <li>… and {plural(brands.length - maxNamed, 'other brand')}</li>}
        </ul>
      )}
      <p>
        Version <code>{build}</code>
      </p>
      <p class="hint">The server’s log shows the causes. To check every file, run “brand-portal check”.</p>
    </div>
  );
  return { title: 'Health', body };
}
