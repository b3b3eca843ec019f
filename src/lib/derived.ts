/** A function of an immutable object, computed once for each object: the value is kept as long as the object is. */
export function derived<From extends WeakKey, Value extends object>(compute: (from: From) => Value) {
  const values = new WeakMap<From, Value>();
  return (from: From): Value => {
    const kept = values.get(from);
    if (kept !== undefined) return kept;
    const value = compute(from);
    values.set(from, value);
    return value;
  };
}
