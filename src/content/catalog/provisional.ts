/**
 * First provisional id of what is made in a proposal. `main` never has one, by whatever way its files came, and its counters ignore them: a
 * merge gives final ids.
 */
export const firstProvisionalId = 2 ** 40;

export const isProvisional = (id: number): boolean => id >= firstProvisionalId;
