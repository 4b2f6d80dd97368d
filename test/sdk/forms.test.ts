/** The summary of a form, by the unmodified package. Source: guide services-and-availability §12.3. */
import * as forms from '@wix/auto_sdk_forms_forms'
import { services } from '@wix/bookings'
import { ApiKeyStrategy, createClient, OAuthStrategy } from '@wix/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSdkServer, type SdkServer } from './clients.ts'

let sdk: SdkServer
beforeAll(async () => {
  sdk = await startSdkServer()
})
afterAll(() => sdk.close())

async function asVisitor() {
  const client = createClient({ modules: { forms, services }, auth: OAuthStrategy({ clientId: sdk.site.clientId }) })
  client.auth.setTokens(await client.auth.generateVisitorTokens())
  return client
}

test('a storefront learns what the booking form of a service asks: name, email and phone, then its own fields', async () => {
  const client = await asVisitor()
  const service = (await client.services.queryServices().limit(1).find()).items[0]
  const formId = service?.form?._id as string
  const { formSummary } = await client.forms.getFormSummary(formId)
  expect(formSummary?._id).toBe(formId)
  expect(formSummary?.fields?.slice(0, 4).map(({ target, type }) => [target, type])).toEqual([
    ['first_name', 'STRING'],
    ['last_name', 'STRING'],
    ['email', 'EMAIL'],
    ['phone', 'PHONE'],
  ])
  const fields = [
    { target: 'level', type: 'CHOICE', label: { en: 'Level' }, required: true, options: [{ value: 'new', label: { en: 'New to it' } }] },
    { target: 'rules', type: 'CONSENT', label: { en: 'I know the rules' }, required: true },
  ]
  const { form } = await sdk.server.ok('POST', '/api/forms', { as: sdk.site, body: { kind: 'BOOKING', name: 'Trial', fields } })
  const own = (await client.forms.getFormSummary(form.id)).formSummary?.fields?.slice(4)
  expect(own).toMatchObject([
    { target: 'level', label: 'Level', type: 'STRING', options: [{ value: 'new', label: 'New to it' }], deleted: false },
    { target: 'rules', label: 'I know the rules', type: 'BOOLEAN', options: [] },
  ])
  const again = (await client.forms.getFormSummary(form.id)).formSummary?.fields?.slice(4)
  expect(again?.map(({ _id }) => _id)).toEqual(own?.map(({ _id }) => _id))
})

test('a script with an API key reads it too, an unknown form is not found, and a call without a token is refused', async () => {
  const { apiKey, metaSiteId, clientId } = sdk.site
  const owner = createClient({ modules: { forms }, auth: ApiKeyStrategy({ apiKey, siteId: metaSiteId }) })
  expect((await owner.forms.getFormSummary('00000000-0000-0000-0000-000000000000')).formSummary?.fields?.length).toBeGreaterThanOrEqual(4)
  await expect(owner.forms.getFormSummary(clientId)).rejects.toMatchObject({ details: { applicationError: { code: 'FORM_NOT_FOUND' } } })
  const withoutToken = createClient({ modules: { forms } })
  await expect(withoutToken.forms.getFormSummary('00000000-0000-0000-0000-000000000000')).rejects.toMatchObject({
    details: { applicationError: { code: 'UNAUTHENTICATED' } },
  })
})
