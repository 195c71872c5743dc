import { type MouseEvent, useState } from 'react';
import { FaultsPanel } from './FaultsPanel.tsx';
import { useAppView } from '#app/frame/appContext.ts';
import { useSupervisor } from '#tasks/task/supervisor.ts';
import { Icon } from '#ui/Icon.tsx';
import { words } from '#i18n/words.ts';
import { Section } from '#ui/Section.tsx';
import { laterIcons } from '#ui/laterIcons.ts';

/** The way to the training app, where the gateway serves one; in it, the faults that are ordered. */
export function TrainingSection() {
  const { site } = useAppView();
  const { isOpen, ask } = useSupervisor();
  const [isGoing, setGoing] = useState(false);
  const { trainingPort } = site;
  if (trainingPort === undefined) return site.demo ? <FaultsPanel /> : null;
  const { protocol, hostname } = location;
  const address = `${protocol}//${hostname}:${trainingPort}/`;

  function go(event: MouseEvent): void {
    if (isOpen) return; // as a link does
    event.preventDefault();
    if (isGoing) return;
    setGoing(true);
    ask().then(
      (may) => {
        setGoing(false);
        if (may) location.assign(address);
      },
      () => setGoing(false),
    );
  }

  return (
    <Section title={words('site').training} hint={words('site').trainingHint} isApart>
      {/* Another origin: the browser keeps its storage, and so its queue, apart from this one's. */}
      <a href={address} className="button button-plain button-big button-wide" onClick={go}>
        <Icon of={laterIcons.training} />
        <span>{words('site').trainingOpen}</span>
      </a>
    </Section>
  );
}
