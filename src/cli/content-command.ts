import { Command, InvalidArgumentError } from 'commander';
import { type DataOption, type OutputOption, withData, withJson } from './common.js';

export type ContentOptions = DataOption & OutputOption;

/** A command on the content of one brand, its first argument. */
export function contentCommand(name: string, description: string): Command {
  return withJson(withData(new Command(name).description(description).argument('<brand>', "the brand's slug")));
}

/** The options that were given, by the names of the fields they set. */
export function sentFields(options: object, fields: Readonly<Record<string, string>>): Record<string, unknown> {
  const given = options as Record<string, unknown>;
  const sent = Object.entries(fields).filter(([option]) => given[option] !== undefined);
  return Object.fromEntries(sent.map(([option, field]) => [field, given[option]]));
}

/** An integer that is not negative. */
export function parseInteger(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It is a whole number.');
  return Number(text);
}

/** Collects an option that may be given several times. */
export function collect<T>(parse: (text: string) => T): (text: string, before: readonly T[] | undefined) => T[] {
  return (text, before) => [...(before ?? []), parse(text)];
}
