import type { ComponentChild } from 'preact';
import type { Catalog } from '../../../content/catalog/catalog.js';
import type { MediaFile } from '../../../content/media.js';
import { datedIn, storedMedia, todayIn } from '../../../content/validity.js';
import { dayMs, isoDay } from '../../../lib/clock.js';
import { sortedBy } from '../../../lib/order.js';
import { Filled } from '../../../words/filled.js';
import { words } from '../../../words/words.js';
import { mediumName } from '../../compare/parts/reference-names.js';
import type { WorkContext } from '../../context.js';
import { Time } from '../../parts/time.js';
import { ButtonLink } from './button.js';
import { buttonFor } from './for-review.js';
import { Row, RowIcon } from './list.js';
import { soonDays } from './validity.js';

/** Released media whose use ends soon, and those whose use has ended. */
export interface EndingMedia {
  /** The first to end first. */
  readonly soon: readonly MediaFile[];
  /** The last that ended first. */
  readonly over: readonly MediaFile[];
}

export function endingMedia(catalog: Catalog, now: Date): EndingMedia {
  const today = todayIn(catalog, now);
  const until = isoDay(new Date(Date.parse(today) + soonDays * dayMs));
  const ending = datedIn(storedMedia(catalog)).media.filter(
    ({ released, valid_until }) => released && valid_until !== null && valid_until <= until,
  );
  const inOrder = sortedBy(ending, ({ valid_until }) => valid_until ?? '');
  const isOver = ({ valid_until }: MediaFile): boolean => (valid_until ?? '') < today;
  return { soon: inOrder.filter((medium) => !isOver(medium)), over: inOrder.filter(isOver).reverse() };
}

/** @param most of each kind */
export function endingRows(context: WorkContext, { soon, over }: EndingMedia, most: number): ComponentChild[] {
  const texts = words().overview;
  const row = (medium: MediaFile, text: string): ComponentChild => {
    const name = mediumName(medium);
    const page = context.href(`/media/${medium.id}`);
    const form = `${page}#extend`;
    return (
      <Row
        key={`ending ${medium.id}`}
        name={name}
        to={page}
        icon={<RowIcon name="clock" />}
        details={<Filled text={text} values={{ day: <Time at={medium.valid_until ?? ''} form="day" /> }} />}
        end={<ButtonLink to={form} text={texts.extend} look="sm" label={buttonFor(texts.extend, name)} />}
      />
    );
  };
  return [
    ...soon.slice(0, most).map((medium) => row(medium, texts.endingMedium)),
    ...over.slice(0, most).map((medium) => row(medium, texts.endedMedium)),
  ];
}
