export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/**
 * Handler of a rejection: another value for what does not exist.
 *
 * @throws all other errors
 */
export function unlessMissing<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (errorCode(error) === 'ENOENT') return instead;
    throw error;
  };
}

/** Whether the disk is full, read-only or failing. */
export function isDiskError(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'EACCES', 'EPERM'].includes(errorCode(error) ?? '');
}
