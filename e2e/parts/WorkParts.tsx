import '#tasks/answer/answers.css';
import type { ReactNode } from 'react';
import { AnswerCard } from '#tasks/answer/AnswerCard.tsx';
import { codeOrText } from '#tasks/answer/CodeLink.tsx';
import { Headline } from '#ui/Card.tsx';
import { cardOf } from '#tasks/answer/cardHere.ts';
import { standinSite } from '#standin/site.ts';
import { HandheldProvider } from '#tasks/task/handheld.ts';
import { Button, type ButtonProps } from '#ui/Button.tsx';
import { Code } from '#ui/Code.tsx';
import { Fold } from '#ui/Fold.tsx';
import { Hero } from '#ui/Hero.tsx';
import { Link } from '#ui/Link.tsx';
import { Panel } from '#ui/Panel.tsx';
import { type Tone, ResultBanner } from '#ui/ResultBanner.tsx';
import { icons } from '#ui/icons.ts';
import { Part } from './UiParts.tsx';
import { stillHandheld } from './still.ts';

const sizes: readonly NonNullable<ButtonProps['size']>[] = ['plain', 'big', 'tall', 'lead'];

/** The buttons of each size in each kind, as they are and switched off. */
export function ButtonSizes() {
  return sizes.map((size) => (
    <Part title={`Button: ${size}, and switched off`} key={size}>
      {(['plain', 'primary', 'danger'] as const).map((kind) => (
        <div className="buttons" key={kind}>
          <Button size={size} kind={kind} icon={icons.done}>
            Print D-1001
          </Button>
          <Button size={size} kind={kind} icon={icons.done} disabled>
            Print D-1001
          </Button>
        </div>
      ))}
    </Part>
  ));
}

export function Codes() {
  return (
    <Part title="Codes: large, medium, in a text, with what is not seen">
      <Code size="large" text="00340123456789012345" />
      <Code size="medium" text="BAG-2001" />
      <Code text={'D-1001 \u001d21A'} />
    </Part>
  );
}

export function Opened() {
  return (
    <Part title="A link, what is folded, what is opened, a panel">
      <Link href="#" className="answer-link">
        Open the list
      </Link>
      <Fold title="All that the service said">{null}</Fold>
      <Fold title="All that the service said" open>
        <pre className="verbatim">{'{"status":"open"}'}</pre>
      </Fold>
      <Panel title="Give up this call?">
        <p>It is never sent.</p>
      </Panel>
    </Part>
  );
}

const bag = JSON.stringify({
  bagCode: 'BAG-2001',
  status: 'open',
  transferCode: 'T-4001',
  batchCode: 'B-3001',
  weight: '7.5',
  packages: [
    { code: 'P-5001-1', weight: '0.15' },
    { code: 'P-5001-2', weight: '0.25' },
  ],
});
const unknown = JSON.stringify({ exists: false });

export function Cards() {
  const cards = [
    cardOf(standinSite, 'GetBagDetailByBagCode', 'BAG-2001', bag),
    cardOf(standinSite, 'ExistsDomesticDeliveryCode', 'DD-9', unknown),
  ];
  return cards.map(
    (card, index) =>
      card && (
        <Part title={index === 0 ? 'Card of an answer: headline, facts, rows' : 'Card: its headline alone'} key={index}>
          <HandheldProvider value={{ ...stillHandheld({}), rolesOf: () => [] }}>
            <Headline card={card} codeAs={codeOrText} />
            <AnswerCard card={card} />
          </HandheldProvider>
        </Part>
      ),
  );
}

const bands: readonly (readonly [name: string, tone: Tone | undefined, text: string, dock: ReactNode])[] = [
  ['ready', undefined, 'Put a delivery back on its shelf', undefined],
  ['saved', 'saved', 'Back on shelf: D-1001 → S-01-A', undefined],
  ['refused', 'wrong', 'delivery D-9999 is unknown', undefined],
  [
    'asking',
    'repeat',
    'Bag BAG-2002 was scanned, and BAG-2001 is not finished.',
    <Button size="lead" key="1">
      Stay with BAG-2001
    </Button>,
  ],
];

/** A work screen in each of its states: what to do, what was done, and the dock. */
export function WorkScreens() {
  return bands.map(([name, tone, text, dock]) => (
    <Part title={`Work screen: ${name}`} key={name}>
      <div className="sheet-screen">
        <div className="page-line">
          <Hero prompt="Scan the delivery" typed="" icon={icons.backOnShelf} />
          <ResultBanner said={tone && { tone, text }} rest={text} />
        </div>
        <div className="dock">
          <div className="buttons">
            {dock ?? (
              <Button size="tall" icon={icons.type}>
                Type
              </Button>
            )}
            <Button size="lead" kind="primary">
              Complete BAG-2001
            </Button>
          </div>
        </div>
      </div>
    </Part>
  ));
}
