/** Whether a path has a name that programs add to folders and ZIP files, such as `.DS_Store` and `__MACOSX`. */
export const isHidden = (path: string): boolean =>
  path
    .split('/')
    .some((name) => /^\.(?!\.?$)/.test(name) || name === '__MACOSX' || /^(?:thumbs\.db|desktop\.ini)$/i.test(name));
