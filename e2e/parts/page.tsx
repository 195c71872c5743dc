/// <reference types="vite/client" />
import '#ui/styles/tokens.css';
import '#ui/styles/firstView.css';
import '#ui/styles/base.css';
import '#ui/styles/everyPage.css';
import '#ui/styles/frame.css';
import '#ui/styles/parts.css';
import '#ui/styles/fields.css';
import '#ui/styles/hero.css';
import '#ui/styles/scan.css';
import '#ui/styles/lists.css';
import './sheet.css';
import { createRoot } from 'react-dom/client';
import { Bars, TaskHeroes, Dialog, Docks, NoticesOfAll, Rows, Ways } from './AppParts.tsx';
import { ButtonSizes, Cards, Codes, Opened, WorkScreens } from './WorkParts.tsx';
import { Buttons, Fields, Heroes, Icons, Results, Texts, Tokens } from './UiParts.tsx';

/** All parts of the design on one page; or, at `#dialog`, the dialog over it. */
function Sheet() {
  return (
    <main className="sheet">
      <Tokens />
      <Icons />
      <Bars />
      <Heroes />
      <Results />
      <TaskHeroes />
      <Docks />
      <WorkScreens />
      <Cards />
      <Buttons />
      <ButtonSizes />
      <Codes />
      <Opened />
      <Rows />
      <Ways />
      <NoticesOfAll />
      <Fields />
      <Texts />
      {location.hash === '#dialog' && <Dialog />}
    </main>
  );
}

createRoot(document.getElementById('sheet') as HTMLElement).render(<Sheet />);
