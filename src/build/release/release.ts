import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { KeyObject } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { contentsOf } from './contents.ts';
import { type Packed, checksumsOf, sha256, tarGz, releaseTime, zip } from './packing.ts';
import { partsListOf } from './partsList.ts';
import { type NodePackage, type Platform, npm, takeOfNode } from './runtime.ts';
import { writeChecksums } from './signing.ts';

/** An archive that was made. */
export interface Archive {
  readonly file: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

/** The order for a release: what it is made of, and where it is put. */
export interface Plan {
  /** The project, installed and built. */
  readonly root: string;
  /** A folder for the archives; what has their names in it is written over. */
  readonly out: string;
  readonly platforms: readonly Platform[];
  /** The key that signs the checksums; absent: nobody does. */
  readonly signingKey?: KeyObject | undefined;
  /** Without it, that of package.json. */
  readonly version?: string;
}

/** Makes an archive for each platform, and `SHA256SUMS` over them, with its signature beside it. */
export async function makeRelease({ root, out, platforms, signingKey, version }: Plan): Promise<readonly Archive[]> {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'));
  const project = read('package.json') as { version: string; devDependencies: Readonly<Record<string, string>> };
  const nodeVersion = project.devDependencies['node'] ?? '';
  const nodes = read('src/build/release/nodes.json') as Readonly<Record<Platform, NodePackage>>;
  const parts = npm(['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'], root);
  const cache = resolve(root, 'node_modules', '.cache', 'scanline-release');
  mkdirSync(out, { recursive: true });
  const archives: Archive[] = [];
  for (const platform of platforms) {
    const about = { version: version ?? project.version, node: nodes[platform], nodeVersion };
    const take = (from: NodePackage, name: string) => takeOfNode(from, nodeVersion, name, cache);
    const { program } = about.node;
    const files: readonly Packed[] = [
      ...(await contentsOf(root, platform, about.version)),
      { path: program, bytes: take(about.node, `bin/${program}`), isProgram: true },
      { path: 'node.LICENSE', bytes: take(nodes.linux, 'LICENSE') }, // that for Windows comes without it
      { path: 'sbom.cdx.json', bytes: Buffer.from(partsListOf(parts, about)) },
    ];
    archives.push(write(out, `scanline-${about.version}-${about.node.package.replace('node-', '')}`, files, platform));
  }
  const lines = archives.map((archive) => `${archive.sha256}  ${archive.file}\n`);
  writeChecksums(out, lines.join(''), signingKey);
  return archives;
}

function write(out: string, folder: string, contents: readonly Packed[], platform: Platform): Archive {
  const checksums = checksumsOf(contents);
  const files = [...contents, { path: 'SHA256SUMS', bytes: Buffer.from(checksums) }];
  const time = releaseTime(checksums);
  const at = mkdtempSync(join(tmpdir(), 'scanline-release-'));
  try {
    const bytes = platform === 'win' ? zip(folder, files, time) : tarGz(folder, files, time, at);
    const file = `${folder}.${platform === 'win' ? 'zip' : 'tar.gz'}`;
    writeFileSync(join(out, file), bytes);
    return { file, sizeBytes: bytes.length, sha256: sha256(bytes) };
  } finally {
    rmSync(at, { recursive: true, force: true });
  }
}
