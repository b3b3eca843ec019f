/** The part of the library that is used here: it has no types. */
declare module 'ase-utils' {
  export function decode(file: Buffer): {
    readonly colors: readonly {
      readonly name: string;
      readonly model: string;
      readonly type: string;
      readonly color: readonly number[];
    }[];
  };
}
