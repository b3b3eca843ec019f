/** A function of an immutable object, computed once for each object and cached as long as the object exists. */
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
