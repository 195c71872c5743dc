import { useEffect, useState } from 'react';
import { operationNames } from '#contract/catalogue.ts';
import { faultOptions, nameOfFault } from './faultNames.ts';
import { type FaultInWait, trainingFaults } from './trainingFaults.ts';
import { useAttempt } from '#tasks/task/useAttempt.ts';
import { useSupervisor } from '#tasks/task/supervisor.ts';
import { Button } from '#ui/Button.tsx';
import { Choice } from '#ui/Choice.tsx';
import { Alert } from '#ui/Alert.tsx';
import { Select } from '#ui/Select.tsx';
import { words } from '#i18n/words.ts';
import { Section } from '#ui/Section.tsx';
import { laterIcons } from '#ui/laterIcons.ts';

const counts = ['1', '3', '-1'] as const;
/** How long a late answer takes: longer than a handheld waits for one. Milliseconds. */
const LATE_MS = 45_000;
/** Between the bytes of a slow one. */
const SLOW_MS = 100;

interface Known {
  readonly kinds: readonly string[];
  readonly inWait: readonly FaultInWait[];
}

/** What goes wrong with the next calls of the training app. Not there where its controls are closed to this handheld. */
export function FaultsPanel() {
  const { ask } = useSupervisor();
  const [known, setKnown] = useState<Known>();
  const [kind, setKind] = useState('delay-before');
  const [operation, setOperation] = useState('*');
  const [times, setTimes] = useState<(typeof counts)[number]>('1');
  const { problem, attempt } = useAttempt(() => words('site').faultsFailed);

  useEffect(() => {
    let isShown = true;
    readFaults().then(
      (found) => isShown && setKnown(found),
      () => undefined, // closed, or no network: nothing can be ordered then
    );
    return () => {
      isShown = false;
    };
  }, []);

  async function change(work: () => Promise<void>): Promise<void> {
    await attempt(async () => {
      if (!(await ask())) return;
      await work();
      setKnown(await readFaults());
    });
  }
  function order(): void {
    const delayMs = kind.startsWith('slow') ? SLOW_MS : kind.startsWith('delay') || kind === 'down' ? LATE_MS : 0;
    void change(() => trainingFaults.add({ kind, operation, times: Number(times) }, delayMs));
  }

  if (!known) return null;
  return (
    <Section title={words('site').faults} hint={words('site').faultsHint} isApart>
      <Select label={words('site').faultKind} options={faultOptions(known.kinds)} value={kind} onChange={setKind} />
      <Select
        label={words('site').faultOperation}
        options={[['*', words('site').anyOperation], ...operationNames.map((name) => [name, name] as const)]}
        value={operation}
        onChange={setOperation}
      />
      <Choice
        label={words('site').faultTimes}
        options={counts.map((count) => [count, timesOf(Number(count))])}
        value={times}
        onChange={setTimes}
      />
      <Button size="big" kind="primary" wide onClick={order}>
        {words('site').addFault}
      </Button>
      <div aria-live="polite">
        {known.inWait.length === 0 ? (
          <p>{words('site').noFaults}</p>
        ) : (
          <ul className="stack">
            {known.inWait.map((fault) => (
              <li key={fault.id}>
                {words('site').inWait({
                  kind: nameOfFault(fault.kind),
                  operation: fault.operation === '*' ? words('site').anyOperation : fault.operation,
                  left: timesOf(fault.times),
                })}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Button size="big" icon={laterIcons.trash} wide onClick={() => void change(trainingFaults.clear)}>
        {words('site').clearFaults}
      </Button>
      <Alert text={problem} />
    </Section>
  );
}

function timesOf(count: number): string {
  return count === -1 ? words('site').always : words('site').times({ count });
}

async function readFaults(): Promise<Known> {
  const [kinds, inWait] = await Promise.all([trainingFaults.kinds(), trainingFaults.list()]);
  return { kinds, inWait };
}
