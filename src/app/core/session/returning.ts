import { enrolAttempt } from './enrolAttempt.ts';
import type { PeoplePorts } from './peoplePorts.ts';
import { newId } from '#app/core/newId.ts';
import type { Cues } from '#device/cues.ts';
import { type Returning, comeBack } from '#wire/comeBack.ts';

const TIMEOUT_MS = 10_000;

export interface ReturningPorts extends Pick<PeoplePorts, 'keep' | 'keyChanged' | 'changed' | 'refreshSite'> {
  readonly cues: Pick<Cues, 'play'>;
  /** Shows how far it is. */
  readonly tell: (returning: 'asking' | Returning) => void;
}

/** Shows a return code to the gateway and says what came of it. The queue is as it was; where this handheld is back it goes on. */
export async function returnBy(code: string, ports: ReturningPorts): Promise<void> {
  const { keep, cues, tell } = ports;
  tell('asking');
  const attempt = await enrolAttempt(keep).catch(newId); // a closed storage keeps nobody out
  const came = await comeBack(fetch.bind(globalThis), { code, attempt }, TIMEOUT_MS);
  if (came === 'enrolled') {
    await ports.keyChanged().catch(() => undefined); // the next hello says it too
    await ports.refreshSite().catch(() => undefined);
    ports.changed();
  }
  tell(came);
  cues.play(came === 'enrolled' ? 'accepted' : 'wrong');
}
