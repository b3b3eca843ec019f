/**
 * Caches a function of an immutable object. The value is computed once per object and kept as long as the object
 * exists.
 */
export function derived<From extends WeakKey, Value extends object>(compute: (from: From) => Value) {
  const values = new WeakMap<From, Value>();
  return (from: From): Value => {
    const cached = values.get(from);
    if (cached !== undefined) return cached;
    const value = compute(from);
    values.set(from, value);
    return value;
  };
}
