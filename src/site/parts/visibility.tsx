import type { PageRecord } from '../../content/catalog/page-record.js';
import { words } from '../../words/words.js';
import type { BrandContext } from '../context.js';
import { Icon, type IconName } from './icon.js';
import { readerIcons } from './reader-icons.js';

interface MarkProps {
  readonly context: BrandContext;
  readonly page: Pick<PageRecord, 'visibility'>;
}

/** Readers of a page, in words and as an icon. */
interface VisibilityMark {
  readonly name: string;
  /** Continuation of the page's title. */
  readonly afterTitle: string;
  readonly icon: IconName;
}

/** Readers of a page; `null` if everyone may read it, or if this reader may not know who does. */
export function markOf({ context: { visitor }, page: { visibility } }: MarkProps): VisibilityMark | null {
  const mayKnow = visitor === null || visitor.internal;
  if (visibility === 'public' || !mayKnow) return null;
  const { common, frame } = words();
  return {
    name: common.visibility[visibility],
    afterTitle: frame.visibleTo[visibility],
    icon: readerIcons[visibility],
  };
}

export function VisibilityTag(props: MarkProps) {
  const mark = markOf(props);
  if (mark === null) return null;
  return (
    <span class="tag">
      <Icon name={mark.icon} />
      {mark.name}
    </span>
  );
}
