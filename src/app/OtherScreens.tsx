import { useLayoutEffect } from 'react';
import { usePath } from './frame/router.ts';
import { Starting } from './frame/ScreenFailure.tsx';
import { part } from '#ui/part.tsx';

const TaskRoute = part(() => import('./home/TaskRoute.tsx'), 'TaskRoute', Starting);
const OperationsScreen = part(() => import('./home/OperationsScreen.tsx'), 'OperationsScreen', Starting);
const OperationRoute = part(() => import('./home/OperationRoute.tsx'), 'OperationRoute', Starting);
const QueueScreen = part(() => import('./queue/QueueScreen.tsx'), 'QueueScreen', Starting);
const CallScreen = part(() => import('./queue/CallScreen.tsx'), 'CallScreen', Starting);
const DiagnosticsScreen = part(() => import('./diagnostics/DiagnosticsScreen.tsx'), 'DiagnosticsScreen', Starting);
const RescueScreens = part(() => import('./handover/RescueScreen.tsx'), 'RescueScreens', Starting);
const HandOverScreen = part(() => import('./people/HandOverSheet.tsx'), 'HandOverScreen', Starting);
const SetUpScreen = part(() => import('./settings/SetUpScreen.tsx'), 'SetUpScreen', Starting);
const CalibrateScreen = part(() => import('./settings/CalibrateScreen.tsx'), 'CalibrateScreen', Starting);
const ArrivalScreen = part(() => import('./home/ArrivalScreen.tsx'), 'ArrivalScreen', Starting);
const SettingsScreen = part(() => import('./settings/SettingsScreen.tsx'), 'SettingsScreen', Starting);

/** Every screen but Home and the first task, by its address: a start needs none of them, so not their names either. */
export function OtherScreens() {
  const path = usePath();
  const [, first = '', second, ...more] = path.split('/');
  if (more.length > 0) return <ToHome />;
  switch (second === undefined ? path : `/${first}/:`) {
    case '/':
    case '/share':
      return <ArrivalScreen />;
    case '/tasks/:':
      return <TaskRoute path={path} />;
    case '/operations':
      return <OperationsScreen />;
    case '/operations/:':
      return <OperationRoute key={second} name={second ?? ''} />;
    case '/queue':
      return <QueueScreen />;
    case '/queue/:':
      return <CallScreen key={second} seq={Number(second)} />;
    case '/hand-over':
      return <HandOverScreen />;
    case '/set-up':
      return <SetUpScreen />;
    case '/diagnostics':
      return <DiagnosticsScreen />;
    case '/rescue':
    case '/rescue/:':
      return <RescueScreens of={second} />;
    case '/settings':
    case '/settings/:':
      return second === 'calibration' ? <CalibrateScreen /> : <SettingsScreen of={second} />;
    default:
      return <ToHome />;
  }
}

function ToHome() {
  useLayoutEffect(() => history.replaceState(null, '', '/'), []);
  return null;
}
