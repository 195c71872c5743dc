import { type ReactNode, useEffect, useRef } from 'react';
import { Frame, toHome } from '#app/frame/Frame.tsx';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#app/frame/Notice.tsx';
import { WayRow } from '#app/frame/WayRow.tsx';
import { AppStateProvider } from '#app/frame/useAppState.ts';
import { PinDialog } from '#app/people/PinDialog.tsx';
import { type Result, endedStates, openStates } from '#outbox/state/queuedCall.ts';
import { CallRow } from '#tasks/calls/CallRow.tsx';
import { revertOff } from '#tasks/catalogue/revertOff.ts';
import { tasks } from '#tasks/catalogue/tasks.ts';
import { LeaveOr } from '#tasks/intake/ScanQuestions.tsx';
import { ScanDock } from '#tasks/intake/ScanDock.tsx';
import { ScansSlots } from '#tasks/scans/ScansSlots.tsx';
import { UndoButton } from '#tasks/scans/UndoButton.tsx';
import { HandheldProvider } from '#tasks/task/handheld.ts';
import { Hero } from '#ui/Hero.tsx';
import { icons } from '#ui/icons.ts';
import { Part } from './UiParts.tsx';
import { type StillRun, callOf, stillApp, stillHandheld, stillRun } from './still.ts';

const nothing = (): void => undefined;
const aids = { open: undefined, show: nothing } as const;

interface AroundProps extends NonNullable<Parameters<typeof stillHandheld>[0]> {
  readonly isDemo?: boolean;
  readonly children: ReactNode;
}

/** An app on which nothing happens, around a part. */
function Around({ isDemo, children, ...state }: AroundProps) {
  const handheld = stillHandheld(state);
  return (
    <AppStateProvider value={stillApp(handheld, isDemo)}>
      <HandheldProvider value={handheld}>{children}</HandheldProvider>
    </AppStateProvider>
  );
}

export function Bars() {
  return (
    <Part title="App bars: home, in training, a person is needed, offline">
      <Around>
        <Frame title="Scanline">{null}</Frame>
      </Around>
      <Around isDemo needs={3}>
        <Frame title="Back on shelf" back={toHome()}>
          {null}
        </Frame>
      </Around>
      <Around gateway="unreachable">
        <Frame title="Bag" back={toHome()}>
          {null}
        </Frame>
      </Around>
    </Part>
  );
}

export function Docks() {
  const docks: readonly (readonly [string, ReactNode])[] = [
    [
      'in a task',
      <ScanDock
        key="1"
        aids={aids}
        typeCaption="Type"
        action={<UndoButton operation="RevertOff" run={stillRun()} isBegun />}
      />,
    ],
    [
      'with an action',
      <ScanDock
        key="2"
        aids={aids}
        typeCaption="Type"
        action={
          <Button size="lead" kind="primary" icon={icons.done}>
            Complete BAG-2003 · 7.5 kg
          </Button>
        }
      />,
    ],
    [
      'with a question',
      <ScanDock
        key="3"
        aids={aids}
        typeCaption="Type"
        question={<LeaveOr onLeave={nothing} onTake={nothing} word="It is a delivery" leave="Swap" />}
      />,
    ],
  ];
  return docks.map(([name, dock]) => (
    <Part title={`Dock: ${name}`} key={name}>
      <Around>
        <div className="dock">{dock}</div>
      </Around>
    </Part>
  ));
}

const slotted: readonly (readonly [string, StillRun])[] = [
  ['ready', {}],
  ['half', { filled: { deliveryCode: 'D-1001' } }],
  ['saved', { saved: ['D-1001', 'S-01-A'] }],
  ['kept', { kept: 'S-01-A' }],
  ['the next one is kept', { kept: 'next' }],
];

export function TaskHeroes() {
  return slotted.map(([name, state]) => (
    <Part title={`Slots: ${name}`} key={name}>
      <Around>
        <Hero
          prompt={state.filled ? 'Scan the shelf' : 'Scan the delivery'}
          longest="Scan the delivery"
          typed=""
          renderSlots={(inNext) => <ScansSlots task={revertOff} run={stillRun(state)} inNext={inNext} />}
        />
      </Around>
    </Part>
  ));
}

const results: readonly Result[] = [
  { verdict: 'accepted', text: 'OK' },
  { verdict: 'refused', text: 'delivery D-1001 is unknown' },
  { verdict: 'unclassified', text: 'reverted 1' },
  { verdict: 'by-person' },
];

export function Rows() {
  const calls = [
    ...openStates.map((state) => callOf(state)),
    ...results.map((result) => callOf('answered', result)),
    ...endedStates.filter((state) => state !== 'answered').map((state) => callOf(state)),
  ];
  return (
    <Part title="Rows: a call in each state">
      <ul className="list">
        {calls.map((call, index) => (
          <CallRow key={index} call={call} now={60_000} />
        ))}
      </ul>
    </Part>
  );
}

export function Ways() {
  return (
    <Part title="Ways: to each task; begun, one that needs you, closed">
      <nav className="ways">
        {tasks.map(({ id, icon, title, hint }) => (
          <WayRow key={id} to="#" icon={icon} title={title()} note={hint()} />
        ))}
        <WayRow to="#" icon={revertOff.icon} title={revertOff.title()} note="D-1001 waits" mood="begun" />
        <WayRow to="#" icon={icons.queue} title="3 need you" note="5 calls are open" mood="check" />
        <WayRow icon={icons.off} title="CompleteBag" note="Switched off at this site" />
        <Button size="big" href="#" icon={icons.diagnostics}>
          Diagnostics
        </Button>
      </nav>
    </Part>
  );
}

export function NoticesOfAll() {
  return (
    <Part title="Notices">
      <header className="top">
        <Notice icon={icons.update} lead="A new version is here." action={<Button>Take it</Button>} />
        <Notice icon={icons.print} mood="check" lead="2 labels wait." action={<Button>Read</Button>} />
        <Notice icon={icons.warning} mood="bad" lead="Calls were lost." action={<Button>Read</Button>} />
      </header>
    </Part>
  );
}

/** The dialog stands over all, so its picture is one of its own. */
export function Dialog() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>('input')?.blur(), []);
  return (
    <div ref={place}>
      <Around>
        <PinDialog canEnter onClose={nothing} />
      </Around>
    </div>
  );
}
