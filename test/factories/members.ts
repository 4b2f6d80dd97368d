/** Members for tests, and calls as people of a site. */
import { randomUUID } from 'node:crypto'
import { errorCode, errorData, randomEmail } from '../auth-helpers.ts'
import type { TestReply, TestServer, TestSite } from '../test-server.ts'

/** Status and code of a refusal. */
export const readRefusal = (answer: TestReply) => [answer.status, errorCode(answer)]
export const withData = (answer: TestReply) => [...readRefusal(answer), errorData(answer)]
export type Person = Awaited<ReturnType<TestServer['registerMember']>>

/** Calls on the server and the site that `where` answers when they are made. */
export function createMemberCalls(where: () => { server: TestServer; site: TestSite }) {
  const owner = (method: string, path: string, body?: unknown, of = where().site): Promise<TestReply> =>
    where().server.call(method, path, { as: of, ...(body === undefined ? {} : { body }) })
  const as = ({ token }: Person, method: string, path: string, body?: unknown): Promise<TestReply> =>
    where().server.call(method, path, { token, ...(body === undefined ? {} : { body }) })
  /** A member who is signed in and whom other members see. */
  async function person(of = where().site): Promise<Person> {
    const one = await where().server.registerMember(of)
    await where().server.ok('POST', '/v1/members/join-community', { token: one.token, body: {} })
    return one
  }
  const make = async (member: object = {}, of = where().site) =>
    (await where().server.ok('POST', '/v1/members', { as: of, body: { member: { loginEmail: randomEmail(), ...member } } })).member
  /** A member whom other members see, and who never signs in. */
  const open = (): Promise<{ id: string; profile: { slug: string } }> => make({ privacyStatus: 'PUBLIC' })
  /** Makes a custom field, with a name of its own unless one is given. */
  const createField = (field: object, of = where().site) => owner('POST', '/v1/custom-fields', { field: { name: `Field ${randomUUID()}`, ...field } }, of)
  /** Of each event about a member its kind, in order. */
  const getSlugs = async (id: string) => (await where().server.emittedEvents(where().site, id)).map((event) => event.slug)
  return { owner, as, person, make, open, createField, getSlugs }
}
