/**
 * A value that an operation's parameter cannot take. Nothing was sent.
 *
 * The message is one sentence for the operator: it names the field and what was expected.
 */
export class InvalidParameter extends Error {
  override readonly name = 'InvalidParameter';
  /** The parameter's wire name. */
  readonly parameter: string;

  constructor(parameter: string, expected: string) {
    super(`${parameter}: ${expected}`);
    this.parameter = parameter;
  }
}
