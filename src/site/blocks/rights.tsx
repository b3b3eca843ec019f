import type { ComponentChild } from 'preact';
import { fill, words } from '../../words/words.js';
import type { Lang } from '../frame/language.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import type { ShownMedium } from './view.js';

type Rights = Pick<ShownMedium['medium'], 'credit' | 'licence'>;

/** What may be done with a file, and whom to name, as sentences; empty if it says neither. */
export function rightsText({ credit, licence }: Rights): string {
  const texts = words().fileRights;
  const named = credit ? fill(texts.credit, { credit }) : '';
  return [licence ? texts.kinds[licence.kind] : '', licence?.text ?? '', named].filter((text) => text !== '').join(' ');
}

interface RightsLineProps {
  readonly medium: Rights;
  /** Language of its words. */
  readonly lang: Lang;
}

export function RightsLine({ medium, lang }: RightsLineProps): ComponentChild {
  const text = rightsText(medium);
  if (text === '') return null;
  return (
    <small class="rights" {...lang}>
      <Icon name="shield-check" size="s" /> <span>{text}</span>
    </small>
  );
}

/** Button that copies whom to name. */
export function CopyCredit({ medium: { credit }, lang }: RightsLineProps): ComponentChild {
  if (!credit) return null;
  return (
    <Button icon="copy" class="btn sm quiet" data-copy={credit} {...lang}>
      {words().fileRights.copy}
    </Button>
  );
}
