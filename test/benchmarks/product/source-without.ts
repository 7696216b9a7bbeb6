/** A mechanism of the product, and how its source reads without it. */
export interface SourceWithout {
  /** What goes, as a row of the table tells it. */
  readonly name: string;
  /** From the folder of package.json. */
  readonly file: string;
  /** Text that stands in the file once, and what stands there instead. */
  readonly from: string;
  readonly to: string;
}
