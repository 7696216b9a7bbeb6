/** Prints a line, and waits until the system has it: what waits in the program when it is killed is never read. */
export function tell(line: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${line}\n`, () => resolve()));
}
