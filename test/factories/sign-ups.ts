/** Members who sign up under one policy or another, and what became of them. */
import { emailedCode, login, randomEmail, signUp as signUpOn, type SignUp, verifyCode } from '../auth-helpers.ts'
import type { TestServer, TestSite } from '../test-server.ts'
import { createMemberCalls } from './members.ts'

/** Calls on the server and the site that `where` answers when they are made. */
export function createSignUpCalls(where: () => { server: TestServer; site: TestSite }) {
  const calls = createMemberCalls(where)
  const full = async (id: string) => (await where().server.ok('GET', `/v1/members/${id}`, { as: where().site, query: { fieldsets: 'FULL' } })).member
  const patch = (id: string, member: unknown) => calls.owner('PATCH', `/v1/members/${id}`, { member })
  const changeMember = async (id: string, member: unknown) =>
    (await where().server.ok('PATCH', `/v1/members/${id}`, { as: where().site, body: { member } })).member
  const templates = async (to: string) => (await where().server.sentEmails(where().site, to)).map((email) => email.template).toSorted()
  const policy = (verify: boolean, approve: boolean) => where().server.setSignOnPolicy(where().site, { verify, approve })
  const createContact = async (email: string, more: object = {}) =>
    (await where().server.ok('POST', '/_test/contacts', { body: { metaSiteId: where().site.metaSiteId, email, firstName: 'Known', ...more } }))
      .contactId as string
  /** Signs a new member up under a policy; afterwards the site asks for nothing again. */
  async function signUp({
    verify = false,
    approve = false,
    email = randomEmail(),
    profile = {},
  }: {
    verify?: boolean
    approve?: boolean
    email?: string
    profile?: object
  } = {}): Promise<SignUp> {
    await policy(verify, approve)
    const who = await signUpOn(where().server, where().site, email, { profile })
    await policy(false, false)
    return who
  }
  const codeTo = (email: string) => emailedCode(where().server, where().site, email)
  async function prove(who: SignUp) {
    const reply = await verifyCode(where().server, who, await codeTo(who.email))
    if (reply.status !== 200) throw new Error(`the code was answered ${reply.status}: ${reply.text}`)
    return reply.body
  }
  const signIn = ({ email, token }: Pick<SignUp, 'email' | 'token'>) => login(where().server, token, email)
  return { ...calls, full, patch, changeMember, templates, policy, createContact, signUp, codeTo, prove, signIn }
}
