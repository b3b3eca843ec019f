import type { ComponentChild } from 'preact';

interface TermsProps {
  readonly rows: readonly (readonly [term: ComponentChild, value: ComponentChild])[];
}

/** Description list; rows with an empty value are left out. */
export function Terms({ rows }: TermsProps): ComponentChild {
  return (
    <dl>
      {rows.map(([term, value]) =>
        value ? (
          <>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </>
        ) : null,
      )}
    </dl>
  );
}
