import type { SplitPull } from '#scan/scan.ts';
import type { MadeCall } from './flowRunner.ts';
import type { FlowPorts } from './runPorts.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { IllegalStep } from '#outbox/state/queueEvent.ts';
import { explain } from '#tasks/task/explain.ts';
import { words } from '#i18n/words.ts';

interface PullFlow {
  readonly backTo: (scan: ScanNote) => Promise<readonly MadeCall[]>;
  readonly refuse: (text: string) => void;
}

/** Takes back what one pull of the trigger has begun that came as several codes, and says what became of it. */
export function takeBackPull(flow: PullFlow, { takeBack }: Pick<FlowPorts, 'takeBack'>, pull: SplitPull): void {
  const said = words('split').said({ codes: pull.texts.join(' · ') });
  function wordOf(error: unknown, what: string): string {
    return error instanceof IllegalStep ? words('split').wasSent({ what }) : explain(error);
  }
  void flow.backTo(pull.first).then((calls) => {
    flow.refuse(said);
    for (const { seq, what } of calls) {
      takeBack(seq).then(
        () => flow.refuse(`${said} ${words('split').tookBack({ what })}`),
        (error: unknown) => flow.refuse(`${said} ${wordOf(error, what)}`),
      );
    }
  });
}
