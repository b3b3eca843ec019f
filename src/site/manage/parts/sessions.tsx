import type { ComponentChild } from 'preact';
import type { SessionRecord } from '../../registry/records.js';
import { Submit } from './button.js';
import { Time, timeText } from './text.js';

interface SessionRowsProps {
  readonly sessions: readonly SessionRecord[];
  /** Hash of the session that the page is shown in. */
  readonly current?: string;
}

/** Sessions of a person. Each button submits `session`, the hash of the session to end. */
export function SessionRows({ sessions, current }: SessionRowsProps): ComponentChild {
  return (
    <ul class="list">
      {sessions.map(({ sha256, created_at, expires_at }) => (
        <li key={sha256}>
          <span class="what">
            Since <Time at={created_at} />, until <Time at={expires_at} />
            {sha256 === current && <strong> – this browser</strong>}
          </span>
          <Submit
            text="End session"
            look="sm end"
            name="session"
            value={sha256}
            label={`End session of ${timeText(created_at)}`}
          />
        </li>
      ))}
    </ul>
  );
}
