/** An operation that the site has switched off. Nothing was saved. */
export class OperationOff extends Error {
  override readonly name = 'OperationOff';
  /** Its wire name. */
  readonly operation: string;

  constructor(operation: string) {
    super(`the site does not use ${operation}`);
    this.operation = operation;
  }
}

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
