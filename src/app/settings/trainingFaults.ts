const AT = '/gateway/standin/faults';

/** A fault that is in wait at the stand-in. */
export interface FaultInWait {
  readonly id: number;
  readonly kind: string;
  /** An operation's name, or `*`. */
  readonly operation: string;
  /** How often it is still to happen; -1: always. */
  readonly times: number;
}

/** Faults as the training app orders them. @throws Error where the stand-in's controls are not open to this handheld. */
export const trainingFaults = {
  kinds: async (): Promise<readonly string[]> => ((await reply(`${AT}/kinds`)) as { kinds: readonly string[] }).kinds,
  list: async (): Promise<readonly FaultInWait[]> => ((await reply(AT)) as { faults: readonly FaultInWait[] }).faults,
  /** @param delayMs - how long what is slow takes, in milliseconds. */
  async add(fault: Omit<FaultInWait, 'id'>, delayMs: number): Promise<void> {
    await reply(AT, { method: 'POST', body: JSON.stringify({ ...fault, delayMs }) });
  },
  async clear(): Promise<void> {
    await reply(AT, { method: 'DELETE' });
  },
};

async function reply(address: string, how: RequestInit = {}): Promise<unknown> {
  const answer = await fetch(address, { cache: 'no-store', redirect: 'error', ...how });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.status === 204 ? undefined : ((await answer.json()) as unknown);
}
