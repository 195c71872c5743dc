/** One configuration of a model, and what SPIN has to find in it. */
export interface Configuration {
  readonly name: string;
  /** @defaultValue `protocol.pml` */
  readonly model?: 'printer.pml';
  /** The model's switches. */
  readonly defines: readonly string[];
  /** `every` state; the `shortest` trail to an error; every state and every run to its `end`. */
  readonly search: 'every' | 'shortest' | 'end';
  /** `holds`, or the promise that is broken, as the model names it. */
  readonly expects: 'holds' | 'once' | 'its word' | 'not done' | 'the end';
  /** Half a minute and more: left out of `prove --short`, which each push runs; the nightly one checks all. */
  readonly isLarge?: true;
}
