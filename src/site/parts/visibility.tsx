import type { Visibility } from '../../content/brand.js';
import type { PageRecord } from '../../content/catalog/catalog.js';
import type { PortalContext } from '../context.js';
import { visibilityNames } from '../labels.js';
import { Icon, type IconName } from './icon.js';

interface MarkProps {
  readonly context: PortalContext;
  readonly page: Pick<PageRecord, 'visibility'>;
}

interface VisibilityMark {
  readonly words: string;
  readonly icon: IconName;
}

const marks: Readonly<Record<Exclude<Visibility, 'public'>, VisibilityMark>> = {
  internal: { words: visibilityNames.internal, icon: 'lock' },
  hidden: { words: visibilityNames.hidden, icon: 'eye-off' },
};

/**
 * Words and icon for the readers of a page; `null` if everyone may read it, or if this reader may not know who does.
 */
export function markOf({ context: { visitor }, page: { visibility } }: MarkProps): VisibilityMark | null {
  const mayKnow = visitor === null || visitor.internal;
  return visibility === 'public' || !mayKnow ? null : marks[visibility];
}

export function VisibilityTag(props: MarkProps) {
  const mark = markOf(props);
  if (mark === null) return null;
  return (
    <span class="tag">
      <Icon name={mark.icon} />
      {mark.words}
    </span>
  );
}
