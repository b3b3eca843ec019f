import { build } from '../../lib/package.js';
import { told } from '../../words/errors.js';
import { Filled } from '../../words/filled.js';
import { counted, words } from '../../words/words.js';
import type { SignedInContext } from '../context.js';
import { Note } from '../parts/note.js';
import type { WorkReply } from '../replies.js';

/** Limit on the brands that the page names. */
const maxNamed = 100;

/** Page that says whether the portal can serve requests, and which brands are incomplete. */
export async function healthPage({ service }: SignedInContext): Promise<WorkReply> {
  const { isUsable, brands, reasons } = await service.health();
  const texts = words().health;
  const body = (
    <div class="narrow">
      <h1>{words().rail.health}</h1>
      {isUsable ? (
        <Note kind={reasons.length === 0 ? 'ok' : 'info'}>{reasons.length === 0 ? texts.healthy : texts.someFail}</Note>
      ) : (
        <Note kind="bad">{texts.down}</Note>
      )}
      {reasons.length > 0 && (
        <ul>
          {reasons.map((reason) => (
            <li>{told(reason)}</li>
          ))}
          {brands.slice(0, maxNamed).map((slug) => (
            <li>
              <Filled text={texts.incomplete} values={{ brand: <code>{slug}</code> }} />
            </li>
          ))}
          {brands.length > maxNamed && <li>{counted(texts.others, brands.length - maxNamed)}</li>}
        </ul>
      )}
      <p>
        <Filled text={texts.version} values={{ version: <code>{build}</code> }} />
      </p>
      <p class="hint">{texts.hint}</p>
    </div>
  );
  return { title: words().rail.health, body };
}
