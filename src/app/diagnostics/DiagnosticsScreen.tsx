import { useEffect, useRef, useState } from 'react';
import { Frame } from '#app/frame/Frame.tsx';
import {
  type TextFact,
  lackFacts,
  deviceFacts,
  rowFacts,
  storageFacts,
  workerFacts,
  scannedFacts,
  visible,
} from './deviceFacts.ts';
import { type ReportPart, reportText } from './report.ts';
import { type BindingResult, type ProbeResult, isOfService, probeGateway, readBindings } from './connectionTests.ts';
import { useJournal } from '#app/queue/useJournal.ts';
import { useAppState, useAppView } from '#app/frame/useAppState.ts';
import type { ScanNote } from '#outbox/state/queuedCall.ts';
import { startScannerListener } from '#scan/calibrate/scannerListener.ts';
import type { Stream } from '#scan/calibrate/scannerInput.ts';
import { CameraPlace, useAids } from '#tasks/intake/ScanDock.tsx';
import { ScanHero } from '#tasks/intake/ScanHero.tsx';
import { ScannedCode } from '#tasks/intake/ScannedCode.tsx';
import { useFresh } from '#tasks/task/useFresh.ts';
import { useScans } from '#tasks/intake/useScans.ts';
import { Button } from '#ui/Button.tsx';
import { FactList } from '#ui/Facts.tsx';
import { Page, Section } from '#ui/Page.tsx';
import { appFactsWords } from '#i18n/words/appFacts.ts';
import { diagnosticsWords } from '#i18n/words/diagnostics.ts';
import { settingsWords } from '#i18n/words/settings.ts';
import { supervisorWords } from '#i18n/words/supervisor.ts';
import { icons } from '#ui/icons.ts';

declare const __VERSION__: string;

/** Everything that whoever helps asks about this handheld, and tests of its parts. It saves no call and changes no task. */
export function DiagnosticsScreen() {
  const { probes, bindings, isRunning, run } = useConnection();
  const about = useAbout(probes);
  const [scan, setScan] = useState<ScanNote>();
  const [stream, setStream] = useState<Stream>();
  const scanning = useScans({ onScan: setScan });
  useEffect(() => startScannerListener(window, setStream), []);

  const scanned = scannedFacts(scan, scan?.source === 'wedge' ? stream : undefined);
  const { sections, scanHere } = diagnosticsWords();
  const tests: readonly ReportPart[] = [
    { title: sections.probes, facts: probes.map(probeFact) },
    { title: sections.bindings, facts: bindings.map(bindingFact) },
    { title: sections.scanner, facts: scanned },
  ];
  return (
    <Frame title={diagnosticsWords().title} back={{ to: '/settings/supervisor', name: supervisorWords().section }}>
      <Page
        line={<ScanHero scanning={scanning} isSmall prompt={scanHere} />}
        dock={<CopyReport parts={[...about, ...tests]} />}
      >
        <Section title={sections.scanner} isApart>
          <p className="hint">{scanHere}</p>
          {scan && <ScannedCode key={scan.at} scan={scan} />}
          <FactList facts={scanned} />
        </Section>
        <CameraTest scan={scan} />
        <Section title={sections.probes} isApart>
          <Button size="big" icon={icons.gateway} onClick={() => !isRunning && void run()}>
            {isRunning ? diagnosticsWords().running : diagnosticsWords().run}
          </Button>
          <FactList facts={[...probes.map(probeFact), ...bindings.map(bindingFact)]} />
        </Section>
        {about.map(({ title, facts }) => (
          <Section key={title} title={title} isApart>
            <FactList facts={facts} />
          </Section>
        ))}
      </Page>
    </Frame>
  );
}

interface Reading {
  readonly text: string;
  readonly ms: number;
}

/** The camera as a task opens it, and what it read how soon. @param scan - the last one of this screen. */
function CameraTest({ scan }: { readonly scan: ScanNote | undefined }) {
  const aids = useAids();
  const since = useRef(0);
  const [readings, setReadings] = useState<readonly Reading[]>([]);
  useEffect(() => {
    if (scan?.source !== 'camera') return;
    const ms = performance.now() - since.current;
    since.current = performance.now();
    setReadings((before) => [{ text: visible(scan.text), ms }, ...before].slice(0, 5));
  }, [scan]);

  function open(): void {
    since.current = performance.now();
    setReadings([]);
    aids.show('camera');
  }
  return (
    <Section title={diagnosticsWords().sections.camera} isApart>
      {aids.open === 'camera' ? (
        <CameraPlace aids={aids} />
      ) : (
        <Button size="big" icon={icons.camera} onClick={open}>
          {diagnosticsWords().openCamera}
        </Button>
      )}
      <FactList
        facts={readings.map(({ text, ms }) => ({
          caption: text,
          value: diagnosticsWords().after({ ms: Math.round(ms) }),
        }))}
      />
    </Section>
  );
}

/** Returns the facts about this handheld that need no test of it. */
function useAbout(probes: readonly ProbeResult[]): readonly ReportPart[] {
  const journal = useJournal();
  const app = useAppFacts();
  const worker = useFresh(workerFacts, '') ?? [];
  const storage = useFresh(storageFacts, '') ?? [];
  const rows = useFresh(() => rowFacts(journal), '') ?? [];
  const device = useFresh(deviceFacts, '') ?? [];
  const { sections } = diagnosticsWords();
  return [
    { title: sections.app, facts: [...app, ...gatewayFacts(probes), ...worker] },
    { title: sections.storage, facts: storage },
    { title: sections.rows, facts: rows },
    { title: sections.device, facts: device },
    { title: sections.lacks, facts: lackFacts() },
  ];
}

function useAppFacts(): readonly TextFact[] {
  const { settings, site, hasKey } = useAppView();
  const { version, signedIn, key, keys, hold, yes, no } = diagnosticsWords();
  return [
    { caption: version, value: __VERSION__ },
    { caption: appFactsWords().warehouse, value: site.name },
    { caption: signedIn, value: settings?.userId ?? '' },
    { caption: settingsWords().warehouseId, value: settings?.warehouseId ?? '' },
    { caption: key, value: keys[site.keyOnGateway ? 'gateway' : hasKey ? 'here' : 'none'] },
    { caption: hold, value: settings?.holdSending ? yes : no },
  ];
}

function useConnection() {
  const { outbox } = useAppState().handheld;
  const [probes, setProbes] = useState<readonly ProbeResult[]>([]);
  const [bindings, setBindings] = useState<readonly BindingResult[]>([]);
  const [isRunning, setRunning] = useState(false);
  async function run(): Promise<void> {
    setRunning(true);
    setProbes([]);
    setBindings([]);
    await probeGateway((probe) => {
      setProbes((before) => [...before, probe]);
      if (probe.hello) outbox.heard('reachable');
    });
    await readBindings((binding) => {
      setBindings((before) => [...before, binding]);
      if (isOfService(binding)) outbox.heard('reachable', true); // the header tells the age of the last answer
    });
    setRunning(false);
  }
  return { probes, bindings, isRunning, run };
}

function gatewayFacts(probes: readonly ProbeResult[]): readonly TextFact[] {
  const hello = [...probes].reverse().find((probe) => probe.hello)?.hello;
  if (!hello) return [];
  const { gateway, upstream, clock, behind, ahead } = diagnosticsWords();
  const { aheadMs } = hello;
  return [
    { caption: gateway, value: `${hello.version}, ${upstream[hello.upstream]}` },
    { caption: clock, value: aheadMs < 0 ? behind({ ms: -aheadMs }) : ahead({ ms: aheadMs }) },
  ];
}

function probeFact({ ms, hello }: ProbeResult, index: number): TextFact {
  const { probe, ms: took, noAnswer } = diagnosticsWords();
  const value = hello ? took({ ms: Math.round(ms * 10) / 10 }) : noAnswer({ ms: Math.round(ms) });
  return { caption: probe({ number: index + 1 }), value };
}

function bindingFact({ group, status, ms, verdict }: BindingResult): TextFact {
  const { status: shown, binding } = diagnosticsWords();
  return { caption: group, value: shown({ status, ms: Math.round(ms), verdict: binding[verdict] }) };
}

/** The report into the clipboard; where the browser does not let it, as a text to be copied by hand. */
export function CopyReport({ parts }: { readonly parts: readonly ReportPart[] }) {
  const appState = useAppState();
  const [copied, setCopied] = useState<{ readonly text: string; readonly isCopied: boolean }>();

  async function copy(): Promise<void> {
    const text = await appState.withoutKey(reportText(parts, new Date().toISOString()));
    try {
      await navigator.clipboard.writeText(text);
      setCopied({ text, isCopied: true });
    } catch {
      setCopied({ text, isCopied: false });
    }
  }
  return (
    <>
      <output>{copied && (copied.isCopied ? diagnosticsWords().copied : diagnosticsWords().copyByHand)}</output>
      {copied && !copied.isCopied && (
        <textarea className="input" readOnly rows={4} value={copied.text} aria-label={diagnosticsWords().report} />
      )}
      <Button size="big" kind="primary" icon={icons.copy} onClick={() => void copy()}>
        {diagnosticsWords().copy}
      </Button>
    </>
  );
}
