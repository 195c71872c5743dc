import type { NodePackage } from './runtime.ts';

/** The part of a CycloneDX list of parts that is read. */
interface PartsList {
  serialNumber?: string;
  readonly metadata: { timestamp?: string; component: { version: string } };
  readonly components: object[];
}

/** The facts that a release's own list of parts adds to npm's. */
export interface Release {
  readonly version: string;
  readonly node: NodePackage;
  readonly nodeVersion: string;
}

/**
 * Returns npm's list of parts without the time and the number that it has at each run, with Node itself as a part.
 *
 * @param text - what `npm sbom --sbom-format cyclonedx` printed.
 */
export function partsListOf(text: string, { version, node, nodeVersion }: Release): string {
  const list = JSON.parse(text) as PartsList;
  delete list.serialNumber;
  delete list.metadata.timestamp;
  list.metadata.component.version = version;
  list.components.push({
    'bom-ref': `${node.package}@${nodeVersion}`,
    type: 'platform',
    name: 'node',
    version: nodeVersion,
    purl: `pkg:npm/${node.package}@${nodeVersion}`,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(node.integrity.replace('sha512-', ''), 'base64').toString('hex') }],
    licenses: [{ license: { id: 'MIT' } }],
  });
  return `${JSON.stringify(list, null, 2)}\n`;
}
