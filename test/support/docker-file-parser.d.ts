declare module 'docker-file-parser' {
  /** Instructions in their order. `args` are a list where the instruction has one. */
  export function parse(text: string): { name: string; args: string | string[] | Record<string, string> }[];
}
