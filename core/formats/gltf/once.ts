/** A function that works once for each number; a refusal is kept as well. */
export function once<Result>(work: (key: number) => Result): (key: number) => Result {
  const known = new Map<number, () => Result>();
  return (key) => {
    let result = known.get(key);
    if (!result) {
      try {
        const value = work(key);
        result = () => value;
      } catch (error) {
        result = () => {
          throw error;
        };
      }
      known.set(key, result);
    }
    return result();
  };
}
