import { sectionNames } from '../../content/catalog/paths.js';
import { showLanguage } from '../../operations/language.js';
import { Value } from '../content/fields.js';
import type { BrandContext, Reply } from '../context.js';
import { done } from '../parts/done.js';
import { sectionName } from '../words.js';

export async function languagePage(context: BrandContext): Promise<Reply> {
  const found = await context.read(showLanguage);
  const body = (
    <>
      {await done(context)}
      <h1>Corporate language</h1>
      <p class="hint">
        Version {found.version} <span class="badge">{found.status}</span>
      </p>
      {sectionNames.map((name) => {
        const label = sectionName(name);
        const section = found[name];
        return (
          <section key={name} id={name} class="card">
            <div class="head">
              <h2>{label}</h2>
              <a href={context.at(`/language/${name}/versions`)} aria-label={`Versions of ${label}`}>
                Versions
              </a>
            </div>
            {Object.keys(section).length === 0 ? <p class="hint">Nothing yet.</p> : <Value value={section} />}
          </section>
        );
      })}
    </>
  );
  return { title: 'Language', body };
}
