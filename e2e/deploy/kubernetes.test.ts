import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { StatefulSet } from 'kubernetes-types/apps/v1';
import type { CronJob } from 'kubernetes-types/batch/v1';
import type { Probe, Service } from 'kubernetes-types/core/v1';
import type { Ingress, NetworkPolicy } from 'kubernetes-types/networking/v1';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { gatewayRoutes } from '#gateway/routeTable.ts';
import { loadSite } from '#gateway/served/siteFile.ts';
import { memoryLimitsMb } from '#main/testing/limits.ts';
import { readSettings, withSecretFiles } from '#settings/settings.ts';
import { SECRETS, variables } from '#settings/variables.ts';
import { standinSite } from '#standin/site.ts';

const FOLDER = join('deploy', 'kubernetes');
const KUSTOMIZATION = 'kustomization.yaml';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

/** The part of a kustomization that is used here. */
interface Kustomization {
  readonly resources: readonly string[];
  readonly images: readonly object[];
  readonly configMapGenerator: readonly {
    readonly name: string;
    readonly envs?: readonly string[];
    readonly files?: readonly string[];
  }[];
}

const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

/** Returns the documents of a YAML text. @throws Error where it is none, or says a member twice. */
function documentsIn(text: string): readonly Manifest[] {
  return parseAllDocuments(text).map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as Manifest;
  });
}

const files = readdirSync(FOLDER);
const manifestFiles = files.filter((name) => name.endsWith('.yaml') && name !== KUSTOMIZATION);
const manifests = manifestFiles.flatMap((name) => documentsIn(read(name)));
const kustomization = parse(read(KUSTOMIZATION)) as Kustomization;

interface Kinds {
  readonly StatefulSet: StatefulSet;
  readonly CronJob: CronJob;
  readonly Service: Service;
  readonly Ingress: Ingress;
  readonly NetworkPolicy: NetworkPolicy;
  readonly PodDisruptionBudget: PodDisruptionBudget;
}

/** Returns the manifest of a kind and name. @throws Error where there is none. */
function manifest<K extends keyof Kinds>(kind: K, name = 'scanline'): Kinds[K] {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (!found) throw new Error(`deploy/kubernetes has no ${kind} ${name}`);
  return found as unknown as Kinds[K];
}

/** Lines `NAME=value` of an env file. @param isWhole - `true`: those too that are given as a comment. */
function linesOf(name: string, isWhole = false): Readonly<Record<string, string>> {
  const line = isWhole ? /^#?([A-Z][A-Z_]+)=(.*)$/gm : /^([A-Z][A-Z_]+)=(.*)$/gm;
  return Object.fromEntries([...read(name).matchAll(line)].map(([, variable = '', value = '']) => [variable, value]));
}

const pod = manifest('StatefulSet').spec?.template.spec;
const gateway = pod?.containers[0];
const backupPod = manifest('CronJob', 'scanline-backup').spec?.jobTemplate.spec?.template.spec;

/**
 * Has the compiler compare documents with the published types of Kubernetes: a member that no type has, one that is missing and a value
 * of another type are errors.
 *
 * @returns the errors, a line each.
 */
function faultsOf(documents: readonly Manifest[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'scanline-kubernetes-'));
  const lines = documents.map(({ apiVersion, kind, ...rest }, at) => {
    const module = apiVersion === 'v1' ? 'core/v1' : apiVersion.replace('.k8s.io', '');
    const type = `import('kubernetes-types/${module}').${kind}`;
    return `export const d${at}: ${type} = ${JSON.stringify({ apiVersion, kind, ...rest })};`;
  });
  writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'));
  const compilerOptions = {
    strict: true,
    noEmit: true,
    types: [],
    module: 'esnext',
    moduleResolution: 'bundler',
    paths: { 'kubernetes-types/*': [`${resolve('node_modules/kubernetes-types')}/*`] },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['manifests.ts'] }));
  const tsc = join('node_modules', 'typescript', 'bin', 'tsc');
  const { status, stdout, error } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  if (status === null) throw error ?? new Error('the compiler did not end');
  const faults = stdout.split('\n').filter((line) => line.includes(' error '));
  if (status !== 0 && faults.length === 0) throw new Error(`the compiler says: ${stdout}`);
  return faults;
}

test('each manifest is one that Kubernetes knows: every member, with a value of its type', () => {
  expect(manifests.length).toBeGreaterThan(8);
  expect(faultsOf(manifests)).toEqual([]);
});

test('a member that is misspelt or left out, a number as a text and a version that is none would be found', () => {
  const text = read('stateful-set.yaml');
  const wrongs = [
    ['httpGet:', 'httpget:', /httpget/],
    ['  serviceName: scanline-gateways\n', '', /'serviceName' is missing/],
    ['replicas: 2', "replicas: '2'", /'string' is not assignable to type 'number'/],
    ['apps/v1', 'apps/v9', /apps\/v9/],
  ] as const;
  const faults = faultsOf(wrongs.flatMap(([right, wrong]) => documentsIn(text.replace(right, wrong))));
  for (const [at, [right, , fault]] of wrongs.entries()) {
    expect(text).toContain(right);
    expect(faults.filter((line) => line.includes(`manifests.ts(${at + 1},`)).join('\n')).toMatch(fault);
  }
});

test('the kustomization has every file of the folder, and each that it names is there', () => {
  const generated = kustomization.configMapGenerator.flatMap(({ envs = [], files: plain = [] }) => [...envs, ...plain]);
  const named = [...kustomization.resources, ...generated].filter((name) => name !== '../postgres');
  const own = [KUSTOMIZATION, 'secret.example.env', 'secret.env'];
  expect([...named].sort()).toEqual(files.filter((name) => !own.includes(name)).sort());
  expect(kustomization.resources).toContain('../postgres');
  const script = parse(readFileSync(join('deploy', 'postgres', KUSTOMIZATION), 'utf8')) as Kustomization;
  expect(script.configMapGenerator).toEqual([{ name: 'scanline-backup-script', files: ['nightly-backup.sh'] }]);
});

test('every ConfigMap, Secret, volume, Service and set of pods that is named is there', () => {
  const given = new Set([
    ...manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`),
    ...kustomization.configMapGenerator.map(({ name }) => `ConfigMap ${name}`),
    'ConfigMap scanline-backup-script',
    // docs/it.md has the commands that make these two.
    'Secret scanline',
    'Secret scanline-tls',
  ]);
  const ingress = manifest('Ingress').spec;
  const pods = [pod, backupPod];
  const named = [
    ...pods
      .flatMap((one) => one?.containers ?? [])
      .flatMap(({ envFrom = [] }) => envFrom.map(({ configMapRef }) => `ConfigMap ${configMapRef?.name}`)),
    ...pods
      .flatMap((one) => one?.volumes ?? [])
      .map(({ configMap, secret, persistentVolumeClaim: claim }) => {
        if (configMap) return `ConfigMap ${configMap.name}`;
        return secret ? `Secret ${secret.secretName}` : `PersistentVolumeClaim ${claim?.claimName}`;
      }),
    ...(ingress?.tls ?? []).map(({ secretName }) => `Secret ${secretName}`),
    `Service ${manifest('StatefulSet').spec?.serviceName}`,
    ...(ingress?.rules ?? [])
      .flatMap(({ http }) => http?.paths ?? [])
      .map(({ backend }) => `Service ${backend.service?.name}`),
  ];
  expect(named.length).toBeGreaterThan(9);
  expect(named.filter((name) => !given.has(name))).toEqual([]);
  for (const { containers, volumes = [] } of pods.flatMap((one) => one ?? [])) {
    const claims = manifest('StatefulSet').spec?.volumeClaimTemplates ?? [];
    const known = [...volumes.map(({ name }) => name), ...claims.map(({ metadata }) => metadata?.name)];
    for (const { name } of containers[0]?.volumeMounts ?? []) expect(known).toContain(name);
  }
  const labels = manifest('StatefulSet').spec?.template.metadata?.labels;
  const selectors = [
    manifest('StatefulSet').spec?.selector.matchLabels,
    manifest('Service').spec?.selector,
    manifest('Service', 'scanline-gateways').spec?.selector,
    manifest('PodDisruptionBudget').spec?.selector?.matchLabels,
    manifest('NetworkPolicy').spec?.podSelector.matchLabels,
  ];
  for (const selector of selectors) expect(selector).toEqual(labels);
});

test('each probe asks at a path that anybody may ask, at the port where the gateway listens', () => {
  const probes = [gateway?.startupProbe, gateway?.livenessProbe, gateway?.readinessProbe] as (Probe | undefined)[];
  for (const probe of probes) {
    expect(gatewayRoutes[`GET ${probe?.httpGet?.path}`]).toEqual(['anyone']);
    expect(probe?.httpGet?.port).toBe('http');
  }
  expect(probes.map((probe) => probe?.httpGet?.path?.split('/').at(-1))).toEqual(['live', 'live', 'ready']);
  const image = readFileSync(join('deploy', 'Dockerfile'), 'utf8');
  expect(image).toContain(`PORT=${gateway?.ports?.[0]?.containerPort} `);
  expect(gateway?.ports?.[0]?.name).toBe('http');
  // The command, the heap and the address are the image's.
  expect(gateway).not.toHaveProperty('command');
  expect(gateway).not.toHaveProperty('args');
  expect(gateway).not.toHaveProperty('env');
});

test('every variable in scanline.env is one that the gateway reads, and it takes them all, comments taken away', () => {
  const said = linesOf('scanline.env', true);
  expect(Object.keys(said).filter((name) => !variables.includes(name))).toEqual([]);
  const folder = mkdtempSync(join(tmpdir(), 'scanline-secret-'));
  const values: Readonly<Record<string, string>> = {
    DATABASE_URL: 'postgres://scanline:canary@db.example.com:5432/scanline',
    ALERT_WEBHOOK_URL: 'https://alerts.example.com/scanline',
    ALERT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString('base64')}`,
    ALERT_SMTP_URL: 'smtps://user:canary@mail.example.com',
  };
  const [mount] = gateway?.volumeMounts?.filter(({ name }) => name === 'secrets') ?? [];
  const secretFiles = Object.entries(said).filter(([name]) => SECRETS.some((secret) => name === `${secret}_FILE`));
  for (const [variable, file] of secretFiles) {
    const name = variable.replace(/_FILE$/, '');
    expect(file).toBe(`${mount?.mountPath}/${name}`);
    writeFileSync(join(folder, name), values[name] ?? 'canary-of-a-secret');
  }
  const here = secretFiles.map(([variable]) => [variable, join(folder, variable.replace(/_FILE$/, ''))]);
  const settings = readSettings(withSecretFiles({ ...said, ...Object.fromEntries(here) }));
  rmSync(folder, { recursive: true });
  expect(settings).toMatchObject({ upstreamApiKey: 'canary-of-a-secret', forwardGet: false });
  // All that is in the Secret is a file that somebody reads.
  const secrets = secretFiles.map(([name]) => name.replace(/_FILE$/, ''));
  expect(Object.keys(linesOf('secret.example.env', true)).sort()).toEqual([...secrets, 'DATABASE_PASSWORD'].sort());
  const needed = Object.keys(linesOf('scanline.env')).filter((name) => name.endsWith('_FILE'));
  expect(Object.keys(linesOf('secret.example.env')).sort()).toEqual(
    [...needed.map((name) => name.replace(/_FILE$/, '')), 'DATABASE_PASSWORD'].sort(),
  );
});

test('a gateway keeps its DATA_DIR on a volume of its own, in a folder that it makes itself, and nothing else of it can be written', () => {
  const claims = manifest('StatefulSet').spec?.volumeClaimTemplates ?? [];
  const [mount] = gateway?.volumeMounts?.filter(({ name }) => name === claims[0]?.metadata?.name) ?? [];
  expect(claims.length).toBe(1);
  expect(linesOf('scanline.env')['DATA_DIR']).toMatch(new RegExp(`^${mount?.mountPath}/[a-z]+$`));
  for (const container of [gateway, backupPod?.containers[0]])
    expect(container?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  for (const one of [pod, backupPod]) {
    expect(one?.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(one?.automountServiceAccountToken).toBe(false);
  }
  const { runAsUser, runAsGroup } = pod?.securityContext ?? {};
  expect(readFileSync(join('deploy', 'Dockerfile'), 'utf8')).toContain(`USER ${runAsUser}:${runAsGroup}`);
});

test('a gateway has the memory and the image that compose gives it, and the back-up its PostgreSQL and its script', () => {
  expect(gateway?.resources?.limits).toEqual({ memory: `${memoryLimitsMb()[0]}Mi` });
  expect(new Set(memoryLimitsMb()).size).toBe(1);
  const compose = readFileSync(join('deploy', 'compose.yaml'), 'utf8');
  const [, name, version] = /image: (\w+):\$\{SCANLINE_VERSION:-([\d.]+)\}/.exec(compose) ?? [];
  expect(gateway?.image).toBe(`${name}:${version}`);
  // The registry is another one; the tag stays.
  expect(kustomization.images).toEqual([{ name, newName: `registry.example.com/${name}` }]);
  const backup = backupPod?.containers[0];
  expect(compose).toContain(`image: ${backup?.image}\n`);
  expect(backup?.command).toEqual(['/bin/sh', '/script/nightly-backup.sh', 'once']);
  expect(backup?.volumeMounts?.map(({ mountPath }) => mountPath)).toContain('/script');
  for (const image of [gateway?.image, backup?.image]) expect(image).toMatch(/:\d[\w.-]+$/);
  const script = readFileSync(join('deploy', 'postgres', 'nightly-backup.sh'), 'utf8');
  const own = Object.keys(linesOf('backup.env')).filter(
    (one) => !['PGHOST', 'PGPORT', 'PGUSER', 'PGDATABASE'].includes(one),
  );
  for (const one of own) expect(script).toContain(`\${${one}:-`);
  expect(linesOf('backup.env')['PASSWORD_FILE']).toBe('/run/secrets/scanline/DATABASE_PASSWORD');
});

test('a gateway that stops has the time for its calls, and the proxy waits longer than it', () => {
  const { upstreamTimeoutMs } = readSettings({});
  const [, wait] = gateway?.lifecycle?.preStop?.exec?.command ?? [];
  expect(((pod?.terminationGracePeriodSeconds ?? 0) - Number(wait)) * 1000).toBeGreaterThan(upstreamTimeoutMs);
  const annotations = manifest('Ingress').metadata?.annotations ?? {};
  expect(Number.parseInt(annotations['nginx.org/proxy-read-timeout'] ?? '', 10) * 1000).toBeGreaterThan(
    upstreamTimeoutMs,
  );
  // nginx sends a GET again, and never a POST: so no operation may come as one.
  expect(annotations['nginx.org/proxy-next-upstream']).toBe('error timeout');
  expect(linesOf('scanline.env', true)).not.toHaveProperty('FORWARD_GET');
});

test('the Ingress has the names that the gateway takes, all by TLS', () => {
  const ingress = manifest('Ingress').spec;
  const hosts = ingress?.rules?.map(({ host }) => host);
  expect(hosts).toEqual(linesOf('scanline.env')['ALLOWED_HOSTS']?.split(','));
  expect(ingress?.tls?.flatMap((one) => one.hosts ?? [])).toEqual(hosts);
});

test('the site file is one that the gateway takes before a real service, from where it is mounted', () => {
  const settings = readSettings({
    SITE_CONFIG: join(FOLDER, 'site.json'),
    UPSTREAM_URL: 'http://logistics.example.com',
  });
  expect(() => loadSite(settings, standinSite)).not.toThrow();
  const [mount] = gateway?.volumeMounts?.filter(({ name }) => name === 'site') ?? [];
  expect(linesOf('scanline.env')['SITE_CONFIG']).toBe(`${mount?.mountPath}/site.json`);
  expect(mount).not.toHaveProperty('subPath');
});

test('no secret is in the folder: none is a manifest, the example has names alone, and git and a release leave the filled one out', () => {
  expect(manifests.map(({ kind }) => kind)).not.toContain('Secret');
  expect(Object.values(linesOf('secret.example.env', true)).filter((value) => value !== '')).toEqual([]);
  // A release leaves out what git does, below deploy/.
  expect(readFileSync('.gitignore', 'utf8').split('\n')).toContain('/deploy/kubernetes/secret.env');
});

test('docs/it.md makes each Secret that is named', () => {
  const told = readFileSync(join('docs', 'it.md'), 'utf8').split('\n');
  const secrets = [
    'create secret generic scanline --from-env-file=deploy/kubernetes/secret.env',
    'create secret tls scanline-tls --cert=',
  ];
  for (const secret of secrets) expect(told.filter((line) => line.includes(secret)).length, secret).toBe(1);
});

test.skipIf(spawnSync('kubectl', ['version', '--client']).status !== 0)(
  'kubectl puts the folder together, and all of it is what Kubernetes knows',
  () => {
    const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', FOLDER], { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    const built = documentsIn(stdout);
    expect(built.length).toBe(manifests.length + kustomization.configMapGenerator.length + 1);
    expect(faultsOf(built)).toEqual([]);
    const { spec } = built.find(({ kind }) => kind === 'StatefulSet') as StatefulSet;
    expect(spec?.template.spec?.containers[0]?.image).toBe(`registry.example.com/${gateway?.image}`);
  },
);
