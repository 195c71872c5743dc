import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Instruction, type IsSent, programOf } from './dockerfile.ts';

/** User that a step runs as. */
export interface User {
  readonly uid: number;
  readonly gid: number;
}

/** Outcome of following a Dockerfile: a folder that stands for the image's root, and how it is run. */
export interface Image {
  readonly root: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: User;
  readonly volumes: readonly string[];
  readonly command: readonly [program: string, ...args: string[]];
  readonly healthcheck: readonly [program: string, ...args: string[]];
}

interface Stage {
  readonly root: string;
  workdir: string;
  readonly env: Record<string, string>;
  user: User;
}

const ROOT: User = { uid: 0, gid: 0 };

/** Instructions that only say how the image is run. */
const SAID = ['VOLUME', 'EXPOSE', 'STOPSIGNAL', 'HEALTHCHECK', 'CMD'];

/**
 * Does what `docker build` would, as far as it can be done without it: each stage is a folder below `base` that stands
 * for its root, each RUN is run by its user in its folder. What is not a folder of the stage is this machine's.
 *
 * @param context - the folder that is sent, and which of its files.
 * @param base - an empty folder.
 * @param env - what the base image would have set.
 * @throws Error where a step fails, with what it said, or where an instruction is not known here.
 */
export async function follow(
  instructions: readonly Instruction[],
  context: { readonly folder: string; readonly isSent: IsSent },
  base: string,
  env: Readonly<Record<string, string>>,
): Promise<Image> {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const { name, flags, text } of instructions) {
    if (name === 'FROM') {
      const title = / AS (\S+)$/i.exec(text)?.[1] ?? 'run';
      stage = { root: join(base, title), workdir: '/', env: { ...env }, user: ROOT };
      stages.set(title, stage);
      mkdirSync(stage.root);
      continue;
    }
    if (!stage) throw new Error(`${name} stands before FROM`);
    if (name === 'WORKDIR') mkdirSync(join(stage.root, (stage.workdir = text)), { recursive: true });
    else if (name === 'USER') stage.user = readUser(text);
    else if (name === 'ENV')
      Object.assign(stage.env, Object.fromEntries(text.split(' ').map((pair) => pair.split('=', 2))));
    else if (name === 'COPY') {
      const source = flags['from'] === undefined ? undefined : stages.get(flags['from']);
      const from = source ? { folder: source.root, isSent: () => true } : context;
      copy(stage, from, text.split(' '), flags['chown'] === undefined ? ROOT : readUser(flags['chown']));
    } else if (name === 'RUN') await run(stage, text);
    else if (!SAID.includes(name)) throw new Error(`${name} is not known here`);
  }
  if (!stage) throw new Error('there is no FROM');
  const said = (name: string): string => instructions.findLast((one) => one.name === name)?.text ?? '[]';
  return {
    ...stage,
    volumes: JSON.parse(said('VOLUME')) as string[],
    command: programOf(said('CMD')),
    healthcheck: programOf(said('HEALTHCHECK')),
  };
}

/** `1000:1000`; a name would be another one on each base image. */
function readUser(text: string): User {
  const [, uid, gid] = /^(\d+):(\d+)$/.exec(text) ?? [];
  if (uid === undefined || gid === undefined) throw new Error(`expected a user and a group by number, not ${text}`);
  return { uid: Number(uid), gid: Number(gid) };
}

function copy(
  stage: Stage,
  from: { readonly folder: string; readonly isSent: IsSent },
  paths: readonly string[],
  owner: User,
): void {
  const to = paths.at(-1) ?? '';
  const target = join(stage.root, to.startsWith('/') ? to : join(stage.workdir, to));
  for (const path of paths.slice(0, -1)) {
    const source = join(from.folder, path);
    const isFolder = lstatSync(source).isDirectory();
    const place = isFolder || !to.endsWith('/') ? target : join(target, basename(path));
    cpSync(source, place, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => file === from.folder || from.isSent(file.slice(from.folder.length + 1)),
    });
    if (!existsSync(place)) throw new Error(`${path} is not sent to the build`);
    for (const file of [place, ...below(place)]) own(file, owner);
  }
}

function own(file: string, { uid, gid }: User): void {
  if (!lstatSync(file).isSymbolicLink()) chownSync(file, uid, gid);
}

async function run({ root, workdir, env, user }: Stage, command: string): Promise<void> {
  const child = spawn('/bin/sh', ['-c', command], { cwd: join(root, workdir), env, ...user, stdio: 'pipe' });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`RUN ${command} ended with ${code ?? 'a signal'}:\n${said}`);
}

/** Every file and folder below a folder; nothing below a file. */
export function below(folder: string): readonly string[] {
  if (!lstatSync(folder).isDirectory()) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true }).map((entry) =>
    join(entry.parentPath, entry.name),
  );
}

/** Takes the right to write from everyone, everywhere but in the volumes. */
export function makeReadOnly({ root, volumes }: Image): void {
  const isOpen = (file: string): boolean => volumes.some((volume) => file.startsWith(join(root, volume)));
  for (const file of [root, ...below(root)]) {
    const facts = lstatSync(file);
    if (!facts.isSymbolicLink() && !isOpen(file)) chmodSync(file, facts.mode & 0o555);
  }
}

/** Moves an image to where no stage stands beside it, so that it has nothing but itself. */
export function alone(image: Image): Image {
  const base = dirname(image.root);
  const root = `${base}-image`;
  renameSync(image.root, root);
  rmSync(base, { recursive: true, force: true });
  return { ...image, root };
}
