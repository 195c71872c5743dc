import { createRoot } from 'react-dom/client';
import { App } from '#app/App.tsx';
import { assemble } from '#app/assemble.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const base = assemble(() => base.handheld.cues.play('wrong'));
createRoot(root).render(<App base={base} />);
