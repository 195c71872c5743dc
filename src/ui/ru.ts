import type { Translation } from './translation.ts';
import { answer } from './ru/answer.ts';
import { batch } from './ru/batch.ts';
import { calibration } from './ru/calibration.ts';
import { call } from './ru/call.ts';
import { called } from './ru/called.ts';
import { camera } from './ru/camera.ts';
import { code } from './ru/code.ts';
import { cues } from './ru/cues.ts';
import { cutOff } from './ru/cutOff.ts';
import { diagnostics } from './ru/diagnostics.ts';
import { error } from './ru/error.ts';
import { history } from './ru/history.ts';
import { home } from './ru/home.ts';
import { leave } from './ru/leave.ts';
import { install } from './ru/install.ts';
import { look } from './ru/look.ts';
import { lookUp } from './ru/lookUp.ts';
import { notices } from './ru/notices.ts';
import { notTaken } from './ru/notTaken.ts';
import { object } from './ru/object.ts';
import { operation } from './ru/operation.ts';
import { people } from './ru/people.ts';
import { print } from './ru/print.ts';
import { queue } from './ru/queue.ts';
import { rescue } from './ru/rescue.ts';
import { settings } from './ru/settings.ts';
import { setUp } from './ru/setUp.ts';
import { site } from './ru/site.ts';
import { start } from './ru/start.ts';
import { before } from './ru/before.ts';
import { state } from './ru/state.ts';
import { status } from './ru/status.ts';
import { tasks } from './ru/tasks.ts';
import { teach } from './ru/teach.ts';
import { time } from './ru/time.ts';
import { trouble } from './ru/trouble.ts';
import { weight } from './ru/weight.ts';

/** Every word of the app in Russian. */
export const ru: Translation = {
  answer,
  batch,
  calibration,
  call,
  called,
  camera,
  code,
  cues,
  cutOff,
  diagnostics,
  error,
  history,
  home,
  leave,
  install,
  look,
  lookUp,
  notices,
  notTaken,
  object,
  operation,
  people,
  print,
  queue,
  rescue,
  settings,
  setUp,
  site,
  start,
  before,
  state,
  status,
  tasks,
  teach,
  time,
  trouble,
  weight,
};
