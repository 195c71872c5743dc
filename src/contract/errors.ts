/** The kind of an invalid value: by it a screen finds the sentence in the worker's language. */
export type InvalidCode =
  | 'int-needed'
  | 'no-int'
  | 'int-range'
  | 'number-needed'
  | 'exponent'
  | 'grouped'
  | 'no-number'
  | 'too-exact'
  | 'half-character'
  | 'unknown'
  | 'missing'
  | 'user-needed'
  | 'unknown-user'
  | 'key-needed'
  | 'key-too-long';

/** An operation that the site has switched off. Nothing was saved. */
export class OperationOff extends Error {
  override readonly name = 'OperationOff';

  constructor(operation: string) {
    super(`the site does not use ${operation}`);
  }
}

/** A value that a parameter cannot take. Nothing was sent. The message names the field, in one sentence in English. */
export class InvalidParameter extends Error {
  override readonly name = 'InvalidParameter';
  /** The parameter's wire name. */
  readonly parameter: string;
  /** The message without the parameter's name. */
  readonly expected: string;
  /** By it the worker's language has its own sentence. Absent where no worker meets it. */
  readonly code: InvalidCode | undefined;
  /** The subject of the sentence: the entered text, shortened, or the operation. */
  readonly about: string;

  constructor(parameter: string, expected: string, code?: InvalidCode, about = '') {
    super(`${parameter}: ${expected}`);
    this.parameter = parameter;
    this.expected = expected;
    this.code = code;
    this.about = about;
  }
}
