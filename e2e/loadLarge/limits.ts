import { readFileSync } from 'node:fs';

/** The memory that each file of `deploy/` gives a gateway, in MB. */
export function memoryLimitsMb(): readonly number[] {
  const found = [
    /mem_limit: (\d+)m$/m.exec(readFileSync('deploy/compose.yaml', 'utf8')),
    /^MemoryMax=(\d+)M$/m.exec(readFileSync('deploy/systemd/scanline.service', 'utf8')),
  ];
  return found.map((match) => Number(match?.[1]));
}
