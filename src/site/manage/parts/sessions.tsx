import type { ComponentChild } from 'preact';
import type { SessionRecord } from '../../../registry/records.js';
import { Filled } from '../../../words/filled.js';
import { fill, words } from '../../../words/words.js';
import { Time, timeText } from '../../parts/time.js';
import { Submit } from './button.js';

interface SessionRowsProps {
  readonly sessions: readonly SessionRecord[];
  /** Hash of the session that the page is shown in. */
  readonly current?: string;
}

/** Sessions of a person. Each button submits `session`, the hash of the session to end. */
export function SessionRows({ sessions, current }: SessionRowsProps): ComponentChild {
  const texts = words().sessions;
  return (
    <ul class="list">
      {sessions.map(({ sha256, created_at, expires_at }) => (
        <li key={sha256}>
          <span class="what">
            <Filled
              text={texts.sinceUntil}
              values={{ since: <Time at={created_at} />, until: <Time at={expires_at} /> }}
            />
            {sha256 === current && <strong> – {texts.thisBrowser}</strong>}
          </span>
          <Submit
            text={texts.end}
            look="sm end"
            name="session"
            value={sha256}
            label={fill(texts.endOf, { time: timeText(created_at) })}
          />
        </li>
      ))}
    </ul>
  );
}
