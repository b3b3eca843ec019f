/** Names in a field, separated by commas. */
export const namesIn = (text: string): string[] => text.split(',').flatMap((name) => name.trim() || []);
