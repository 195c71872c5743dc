/** Where a part of the gateway says in one line what happened. */
export interface LineLog {
  info(line: string): void;
  error(line: string): void;
}
