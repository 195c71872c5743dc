/** Why the gateway does not start. The message is one line for the person at the console. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}
