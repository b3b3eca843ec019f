import type { ComponentChild } from 'preact';
import type { Person } from '../../operations/proposals/of-page.js';
import { words } from '../../words/words.js';

interface Field {
  readonly name: string;
  readonly label: ComponentChild;
}

/** Fields of a form of the workspace, or of a dialog of the editor. */
export interface SendInputs {
  input(
    field: Field & { readonly value: string; readonly isRequired: true; readonly maxLength: number },
  ): ComponentChild;
  textarea(field: Field & { readonly value: string; readonly maxLength: number }): ComponentChild;
  checkbox(field: Field & { readonly isChecked: boolean }): ComponentChild;
}

interface SendProps {
  /** The suggested one. */
  readonly title: string;
  readonly note: string;
  /** People who may be asked. */
  readonly approvers: readonly Person[];
  /** Ids of those who are asked. */
  readonly reviewers: readonly string[];
}

const maxTitle = 200;
const maxNote = 5000;

/** Title and note of a proposal. */
export function titleFields(inputs: SendInputs, { title, note }: Pick<SendProps, 'title' | 'note'>): ComponentChild[] {
  const texts = words().sending;
  return [
    inputs.input({ name: 'title', label: texts.title, value: title, isRequired: true, maxLength: maxTitle }),
    inputs.textarea({ name: 'note', label: texts.whatFor, value: note, maxLength: maxNote }),
  ];
}

/** All that a proposal is sent for review with. */
export function sendFields(inputs: SendInputs, props: SendProps): ComponentChild[] {
  const { approvers, reviewers } = props;
  const texts = words().sending;
  return [
    ...titleFields(inputs, props),
    approvers.length > 0 && (
      <fieldset class="field">
        <legend>{texts.reviewers}</legend>
        {approvers.map(({ id, name }) =>
          inputs.checkbox({
            name: reviewerField(id),
            label: <bdi>{name}</bdi>,
            isChecked: reviewers.includes(id),
          }),
        )}
        <p class="hint">{texts.reviewersHint}</p>
      </fieldset>
    ),
  ];
}

const reviewerField = (id: string): string => `reviewer-${id}`;

/** Ids of the people whom a form names. */
export const reviewersIn = (
  approvers: readonly Person[],
  sent: (field: string) => FormDataEntryValue | null | undefined,
): string[] => approvers.filter(({ id }) => sent(reviewerField(id)) === 'yes').map(({ id }) => id);
