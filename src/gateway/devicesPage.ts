import type { FastifyInstance } from 'fastify';
import type { Device } from '#gateway/devices.ts';
import { devicesTexts } from '#gateway/devicesTexts.ts';
import type { Enrolment } from '#gateway/enrolment.ts';
import { type PageFacts, escaped, framed, pathOfPage, replyWithPage } from '#gateway/page.ts';
import { timeOf } from '#gateway/pageTime.ts';
import { type Supervisor, fieldsOf } from '#gateway/supervisorRoutes.ts';

const DEVICES = pathOfPage('devices');
const REVOKE = `${DEVICES}/revoke`;

/** The page of the enrolled handhelds: who they are, when each was last there, and the end of a token. */
export function addDevicesPage(app: FastifyInstance, supervisor: Supervisor, enrolment: Enrolment | undefined): void {
  app.get(DEVICES, async (request, reply) => {
    if (!supervisor.mayOperate(request)) return supervisor.refuse(request, reply);
    return replyWithPage(reply, page(supervisor.factsOf(request), await enrolment?.list()));
  });

  app.post(REVOKE, async (request, reply) => {
    if (!supervisor.mayOperate(request)) return supervisor.refuse(request, reply);
    const { number = '' } = fieldsOf(request);
    const isRevoked = /^[0-9]{1,15}$/.test(number) && (await enrolment?.revoke(Number(number))) === true;
    if (isRevoked) request.log.warn({ device: Number(number) }, 'a handheld was revoked');
    return reply.redirect(DEVICES, 303);
  });
}

/** @param devices - absent where nobody is asked for a token. */
function page(facts: PageFacts, devices: readonly Device[] | undefined): string {
  const texts = devicesTexts(facts.language);
  const frame = { current: 'devices', title: texts.title, isWide: true } as const;
  if (!devices) return framed(facts, frame, `<p>${texts.off}</p>`);
  const another = `<p><a href="${pathOfPage('provision')}">${texts.another}</a></p>`;
  if (devices.length === 0) return framed(facts, frame, `<p>${texts.hint}</p><p>${texts.none}</p>${another}`);
  const head = [texts.number, texts.name, texts.enrolled, texts.seen, ''];
  const rows = devices.map((device) => {
    const { number, name, enrolledAt, seenAt, revokedAt } = device;
    const end = revokedAt === null ? revokeForm(device, texts) : texts.revokedAt(timeOf(revokedAt));
    const cells = [String(number), escaped(name), timeOf(enrolledAt), timeOf(seenAt), end];
    return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  });
  return framed(
    facts,
    frame,
    `<p>${texts.hint}</p>${another}<table><thead><tr>${head.map((text) => `<th>${text}</th>`).join('')}</tr></thead>
<tbody>${rows.join('')}</tbody></table>`,
  );
}

/** Two taps, without a script. */
function revokeForm({ number, name }: Device, texts: ReturnType<typeof devicesTexts>): string {
  return `<details><summary>${texts.revoke}</summary><p>${texts.sure}</p><form method="post" action="${REVOKE}">
<input type="hidden" name="number" value="${number}"><button>${escaped(texts.doRevoke(name))}</button></form></details>`;
}
