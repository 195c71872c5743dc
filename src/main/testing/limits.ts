import { readFileSync } from 'node:fs';

const unit = readFileSync('deploy/systemd/scanline.service', 'utf8');

/** The memory that each file of `deploy/` gives a gateway, in MB. */
export function memoryLimitsMb(): readonly number[] {
  const found = [
    /mem_limit: (\d+)m$/m.exec(readFileSync('deploy/compose.yaml', 'utf8')),
    /^MemoryMax=(\d+)M$/m.exec(unit),
    /limits: \{ memory: (\d+)Mi \}$/m.exec(readFileSync('deploy/kubernetes/stateful-set.yaml', 'utf8')),
  ];
  return found.map((match) => Number(match?.[1]));
}

/** The environment in which a gateway has the heap that each file of `deploy/` gives it. @throws Error where they differ. */
export function heapAsDeployed(): { readonly NODE_OPTIONS: string } {
  const image = readFileSync('deploy/Dockerfile', 'utf8');
  const [inUnit, inImage] = [/^ExecStart=.*$/m, /^CMD .*$/m].map((line, at) =>
    ((at === 0 ? unit : image).match(line)?.[0].match(/--max-(?:old|semi)-space-size=\d+/g) ?? []).join(' '),
  );
  if (!inUnit || inUnit !== inImage) throw new Error(`deploy/: the unit says “${inUnit}”, the image “${inImage}”`);
  return { NODE_OPTIONS: inUnit };
}
