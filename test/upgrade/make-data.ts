/**
 * `DATABASE_URL=postgres://… npx tsx test/upgrade/make-data.ts 0.3.0`: fills a database with the life of a studio and of the sample, and keeps it
 * as the data of this version: its rows, a data folder and a dump. Made once per release, at its commit, and never again; what is there stays.
 * `DATABASE_URL`: a server of the oldest PostgreSQL that we run on, on which databases can be made, with `pg_dump` of its version beside us.
 */
import { startSample } from '#domains/setup/actions/set-up.ts'
import { seededRandom } from '../kill/random.ts'
import { openStudio, ownerCall, Person } from '../kill/clients.ts'
import { startTestServer } from '../test-server.ts'
import { isStored, storeData, storeDump, storeFolder } from './stored-data.ts'

const version = process.argv[2]
if (!version) throw new Error('which version?')
const databaseUrl = process.env.DATABASE_URL
if (!databaseUrl) throw new Error('set DATABASE_URL to the server that the dump is made on')

async function storeRows(release: string): Promise<void> {
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
  await storeData(server.open.db, release, {
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
}

if (!isStored(version, 'rows')) await storeRows(version)
if (!isStored(version, 'folder')) await storeFolder(version)
if (!isStored(version, 'dump')) await storeDump(version, databaseUrl)
