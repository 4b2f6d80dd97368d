/** Webhooks of everything that the calls caused, as the packages take them: verified, parsed, handed to the handler of their type. */
import { AppStrategy, createClient } from '@wix/sdk'
import type { AnswerTypes } from './answer-types.ts'
import { listFunctions, packages, type PackageName } from './recorder.ts'
import type { Suite } from './suite.ts'

export interface EventRecord {
  name: string
  /** `wix.members.v1.member_created`. */
  type: string
  heard: number
  deviations: ReadonlySet<string>
}

/** Hands every webhook to the packages and answers what the handlers of each event got. A body that does not verify is an error. */
export async function hearEvents({ site, takeWebhooks }: Suite, types: AnswerTypes): Promise<EventRecord[]> {
  const bodies = await takeWebhooks()
  const auth = AppStrategy({ appId: site.clientId, publicKey: site.webhookPublicKey as string })
  const records: EventRecord[] = []
  for (const [packageName, modules] of Object.entries(packages) as [PackageName, object][]) {
    const client = createClient({ auth, modules: modules as never }) as unknown as Record<
      string,
      Record<string, (handler: (event: unknown) => void) => void>
    > & {
      webhooks: { process(body: string): Promise<unknown> }
    }
    const ownNames = listFunctions().events.filter((name) => name.startsWith(`${packageName} `))
    const own = ownNames.map((name) => {
      const [module = '', fn = ''] = (name.split(' ')[1] ?? '').split('.')
      const definition = (modules as Record<string, Record<string, { type: string }>>)[module]?.[fn]
      const deviations = new Set<string>()
      const record = { name, type: definition?.type ?? '', heard: 0, deviations }
      client[module]?.[fn]?.((event) => {
        record.heard += 1
        for (const deviation of types.findEventDeviations(name, event)) deviations.add(deviation)
      })
      return record
    })
    const known = new Set(own.map(({ type }) => type))
    for (const body of bodies) if (known.has(readType(body))) await client.webhooks.process(body)
    records.push(...own)
  }
  return records
}

/** The type of the event in a webhook. */
export const readType = (body: string): string =>
  (JSON.parse(JSON.parse(Buffer.from(body.split('.')[1] as string, 'base64url').toString()).data) as { eventType: string }).eventType
