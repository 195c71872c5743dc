import { expect, test } from 'vitest';
import { programOf, readDockerfile, readDockerignore } from './dockerfile.ts';

const instructions = readDockerfile('deploy/Dockerfile');
const all = (name: string) => instructions.filter((one) => one.name === name);

test('the base image brings no Node: it is the release’s, which is pinned', () => {
  expect(all('FROM').map(({ text }) => text)).toEqual(['debian:bookworm-slim']);
});

test('the gateway is run by no shell, by a user that is not root, and owns nothing but its volume', () => {
  expect(programOf(all('CMD')[0]?.text ?? '')).toEqual([
    './node',
    '--max-old-space-size=192',
    '--max-semi-space-size=4',
    'node_modules/scanline/start.js',
  ]);
  expect(programOf(all('HEALTHCHECK')[0]?.text ?? '')[0]).toBe('./node');
  expect(all('USER').at(-1)?.text).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
  expect(last.filter(({ name, flags }) => name === 'COPY' && flags['chown'] !== undefined)).toEqual([]);
  expect(last.find(({ name }) => name === 'ENV')?.text).toContain('DATA_DIR=/data');
  expect(all('VOLUME').map(({ text }) => text)).toEqual(['["/data"]']);
});

test('the build fetches nothing', () => {
  expect(all('RUN').map(({ text }) => text)).toEqual(['chown 1000:1000 . && chmod 0700 .']);
  expect(all('ADD')).toEqual([]);
});

test('neither a key nor a site file, data or git is sent to the build', () => {
  const isSent = readDockerignore('deploy/Dockerfile.dockerignore');
  const kept = [
    'deploy/.env',
    'deploy/secrets/database-url',
    'site.json',
    '.data/ledger.sqlite',
    '.git/config',
    'key.pem',
  ];
  expect(kept.filter(isSent)).toEqual([]);
  const copied = all('COPY').flatMap(({ text }) => text.split(' ').slice(0, -1));
  expect(copied.length).toBeGreaterThan(5);
  expect(copied.filter((path) => !isSent(path))).toEqual([]);
});
