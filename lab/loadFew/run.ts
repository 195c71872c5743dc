import { spawnGateway } from '#main/testing/gatewayProcess.ts';
import type { PostgresHere } from '#main/testing/postgresRig.ts';
import { post, revertOffFields, serviceReply, startUpstream } from '#main/testing/rig.ts';

/** One call of a burst. */
interface BurstCall {
  readonly status: number;
  readonly ms: number;
}

/** Makes bursts of calls at two gateways by turns, whose role has so many connections. */
export async function burstsOn(
  server: PostgresHere,
  limit: number,
  bursts: number,
  atOnce: number,
): Promise<readonly BurstCall[]> {
  const at = new URL(await server.database());
  const [role, name] = [`limited_${limit}`, at.pathname.slice(1)];
  await server.ask(at.href, `create role ${role} login connection limit ${limit}`);
  await server.ask(at.href, `alter database ${name} owner to ${role}`);
  await server.ask(at.href, `alter schema public owner to ${role}`);
  at.username = role;
  await using service = await startUpstream(({ reply }) => reply(serviceReply('OK: done')));
  const env = {
    DATABASE_URL: at.href,
    UPSTREAM_URL: service.url.href,
    LOG_LEVEL: 'error',
    REQUESTS_PER_SECOND: '0',
  };
  await using one = await spawnGateway(env);
  await using two = await spawnGateway(env);
  const calls: BurstCall[] = [];
  for (let burst = 0; burst < bursts; burst += 1) {
    const made = Array.from({ length: atOnce }, async (_, index) => {
      const { url } = index % 2 === 0 ? one : two;
      const code = `D-${burst * atOnce + index}`;
      const from = performance.now();
      const { status } = await post(url, `few-call-${code}`, revertOffFields(code));
      return { status, ms: performance.now() - from };
    });
    calls.push(...(await Promise.all(made)));
  }
  return calls;
}
