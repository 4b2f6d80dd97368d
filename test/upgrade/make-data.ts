/**
 * `npx tsx test/upgrade/make-data.ts 0.3.0`: fills a database with the life of a studio and of the sample, and keeps it as the data
 * of this version. Made once per release, at its commit, and never again.
 */
import { existsSync } from 'node:fs'
import { startSample } from '#domains/setup/actions/set-up.ts'
import { seededRandom } from '../kill/random.ts'
import { openStudio, ownerCall, Person } from '../kill/clients.ts'
import { startTestServer } from '../test-server.ts'
import { storeData } from './stored-data.ts'

const version = process.argv[2]
if (!version) throw new Error('which version?')
if (existsSync(new URL(`./data/${version}.json.gz`, import.meta.url))) throw new Error(`the data of ${version} is kept already`)

const server = await startTestServer()
const sampleOwner = await startSample(server.deps, 'studio', server)
if (!sampleOwner) throw new Error('the database is not empty')
await server.app.listen({ port: 0, host: '127.0.0.1' })
const address = server.app.server.address()
const studio = await openStudio(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
const people = Array.from({ length: 5 }, (_, at) => new Person(studio, seededRandom(at + 1), `guest-${at}`))
for (const person of people) await person.join()
await ownerCall(studio, 'POST', '/_test/clock', {})
for (let week = 0; week < 8; week++) {
  for (let turn = 0; turn < 6; turn++) for (const person of people) await person.act()
  await ownerCall(studio, 'POST', '/_test/clock', { advance: 'P7D' })
}
for (const person of people) await person.act()
const { now } = await ownerCall(studio, 'POST', '/_test/clock', { advance: 'PT1H' })
await storeData(server.open.db, version, {
  now,
  studio: { site: studio.site, planIds: studio.planIds, services: studio.services },
  people: people.map(({ email, memberId, acknowledged: promises }) => ({
    name: email.split('@')[0] as string,
    memberId,
    promises: promises.map((promise) => ({ ...promise, may: [...promise.may] })),
  })),
  sampleOwner,
})
console.log(`${people.reduce((sum, { acknowledged: promises }) => sum + promises.length, 0)} promises kept, until ${now}`)
await server.close()
