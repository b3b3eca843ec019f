import type { ComponentChild } from 'preact';
import type { PersonRecord } from '../../../registry/records.js';
import { frameLanguages } from '../../../words/languages.js';
import { words } from '../../../words/words.js';
import { Submit } from './button.js';
import { labelled } from './form.js';

interface ReadingFormProps {
  readonly person: Pick<PersonRecord, 'language' | 'time_zone'>;
}

/** Form of the language and the time zone in which a person reads. */
export function ReadingForm({ person }: ReadingFormProps): ComponentChild {
  const texts = words().readingForm;
  return (
    <form method="post" class="form">
      {labelled({ id: 'language', label: texts.language, problem: undefined }, (attributes) => (
        <select name="language" {...attributes}>
          <option value="">{texts.ofBrowser}</option>
          {frameLanguages.map((language) => (
            <option value={language} lang={language} selected={language === person.language}>
              {texts.languages[language]}
            </option>
          ))}
        </select>
      ))}
      {labelled({ id: 'zone', label: texts.zone, hint: texts.zoneHint, problem: undefined }, (attributes) => (
        <input name="time_zone" value={person.time_zone} list="zones" autocomplete="off" {...attributes} />
      ))}
      <datalist id="zones">
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option value={zone} />
        ))}
      </datalist>
      <Submit text={words().common.save} />
    </form>
  );
}
