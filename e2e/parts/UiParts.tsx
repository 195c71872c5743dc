import type { ReactNode } from 'react';
import { type ButtonProps, Button } from '#ui/Button.tsx';
import { Choice, Select, Switch } from '#ui/Choice.tsx';
import { Code } from '#ui/Code.tsx';
import { AskFirst } from '#ui/Panel.tsx';
import { FactList } from '#ui/Facts.tsx';
import { Field } from '#ui/Field.tsx';
import { FileChoice } from '#ui/FileChoice.tsx';
import { type HeroProps, Hero } from '#ui/Hero.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Problem } from '#ui/Problem.tsx';
import { type Tone, ResultBanner, toneIcons } from '#ui/ResultBanner.tsx';
import { Section } from '#ui/Page.tsx';
import { icons } from '#ui/icons.ts';
import { iconMeanings } from './iconMeanings.ts';

const nothing = (): void => undefined;

/** A part of the design under its name. */
export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="sheet-part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** The tokens whose names begin like this, as the stylesheet has them. */
function tokens(wanted: RegExp): readonly string[] {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const roots = rules.filter((rule) => rule instanceof CSSStyleRule && rule.selectorText === ':root') as CSSStyleRule[];
  return [...new Set(roots.flatMap(({ style }) => [...style]))].filter((name) => wanted.test(name));
}

const isColour = (name: string): boolean =>
  CSS.supports('color', getComputedStyle(document.documentElement).getPropertyValue(name).trim());

export function Tokens() {
  return (
    <>
      <Part title="Colours">
        <div className="sheet-grid">
          {tokens(/^--/)
            .filter(isColour)
            .map((name) => (
              <div key={name}>
                <span className="sheet-swatch" style={{ background: `var(${name})` }} />
                <span className="sheet-name">{name}</span>
              </div>
            ))}
        </div>
      </Part>
      <Part title="Sizes of type">
        {tokens(/^--(t-|code)/).map((name) => (
          <div key={name} style={{ fontSize: `var(${name})`, lineHeight: 1.1 }}>
            Scan the shelf <span className="sheet-name">{name}</span>
          </div>
        ))}
      </Part>
      <Part title="Lengths">
        {tokens(/^--(thumb|finger|gap|edge|round)$/).map((name) => (
          <div key={name} className="field-row">
            <span className="sheet-swatch" style={{ width: `var(${name})`, background: 'var(--ink)' }} />
            <span className="sheet-name">{name}</span>
          </div>
        ))}
      </Part>
    </>
  );
}

export function Icons() {
  return (
    <Part title="Icons, each with its one meaning">
      <div className="sheet-grid">
        {(Object.keys(iconMeanings) as (keyof typeof icons)[]).map((name) => (
          <div key={name}>
            <Icon of={icons[name]} />
            <span>{iconMeanings[name]}</span>
          </div>
        ))}
      </div>
    </Part>
  );
}

const kinds: readonly (readonly [string, ButtonProps['kind'], ButtonProps['icon']])[] = [
  ['Plain', 'plain', icons.lookUp],
  ['Primary', 'primary', icons.done],
  ['Danger', 'danger', icons.trash],
];

export function Buttons() {
  return (
    <Part title="Buttons: plain, big, off">
      <div className="buttons">
        {kinds.map(([name, kind = 'plain', icon]) => (
          <Button key={name} kind={kind} icon={icon}>
            {name}
          </Button>
        ))}
      </div>
      <div className="buttons">
        {kinds.map(([name, kind = 'plain', icon]) => (
          <Button key={name} size="big" kind={kind} icon={icon}>
            {name}
          </Button>
        ))}
      </div>
      <div className="buttons">
        <Button disabled icon={icons.undo}>
          Undo
        </Button>
        <FileChoice onFile={nothing}>A file</FileChoice>
      </div>
    </Part>
  );
}

const heroes: readonly (readonly [string, Partial<HeroProps>])[] = [
  ['ready', { icon: icons.backOnShelf }],
  [
    'with a code',
    { icon: icons.bag, prompt: 'Scan the bag', captured: <Code text="00340123456789012345" size="large" /> },
  ],
  ['while a code comes', { icon: icons.backOnShelf, typed: 'D-10' }],
  ['not ready', { problem: 'Tap here to scan' }],
  ['small', { isSmall: true, prompt: 'Scan a code', note: 'Ada Moreno' }],
];

export function Heroes() {
  return heroes.map(([name, props]) => (
    <Part title={`Hero: ${name}`} key={name}>
      <Hero prompt="Scan the delivery" typed="" {...props} />
    </Part>
  ));
}

const said: Readonly<Record<Tone, string>> = {
  step: 'Scan the shelf',
  found: 'D-1001 is on the list.',
  saved: 'Back on shelf: D-1001 → S-01-A',
  repeat: 'D-1001 was scanned a moment ago',
  wrong: 'D-1001 is a delivery: a shelf is wanted',
  asked: 'D-1028 was scanned. What is it? S-06-B is not used.',
};

export function Results() {
  return (
    <Part title="Result tiles: each tone, and none yet">
      {(Object.keys(toneIcons) as Tone[]).map((tone) => (
        <ResultBanner key={tone} said={{ tone, text: said[tone] }} rest={undefined} />
      ))}
      <ResultBanner said={undefined} rest="Put a delivery back on its shelf" />
    </Part>
  );
}

export function Fields() {
  return (
    <Part title="Fields">
      <Field caption="Weight" hint="In the unit below" value="1.25" onChange={nothing} />
      <Field caption="Bag" value="BAG-20O1" problem="There is an O in it" onChange={nothing} />
      <Field rows={3} caption="Remark" value="fragile" onChange={nothing} />
      <Select caption="Scanner" options={[['auto', 'Find out']]} value="auto" onChange={nothing} />
      {(['kg', 'g', 'lb'] as const).slice(0, 2).map((value, index) => (
        <Choice
          key={value}
          caption="Unit"
          options={(['kg', 'g', 'lb'] as const).slice(0, 3 - index).map((one) => [one, one] as const)}
          value={value}
          onChange={nothing}
        />
      ))}
      {[true, false].map((on) => (
        <Switch key={String(on)} caption="Sound" hint="Each signal" on={on} onChange={nothing} />
      ))}
    </Part>
  );
}

export function Texts() {
  return (
    <Part title="Sections, facts, problems, questions">
      <Section title="Done" count={12} hint="The newest first">
        <FactList
          facts={[
            { caption: 'Delivery', value: <Code text="D-1001" /> },
            { caption: 'Packages', value: 3 },
          ]}
        />
        <Problem text="The gateway did not answer" />
        <span className="verbatim">delivery D-9999 is unknown</span>
      </Section>
      <AskFirst
        button={{ children: 'Never mind' }}
        isAsking
        onAsk={nothing}
        title="Give up this call?"
        ask="It is never sent."
        no="No"
        yes="Give up"
        kind="danger"
        icon={icons.trash}
        onYes={nothing}
      />
    </Part>
  );
}
