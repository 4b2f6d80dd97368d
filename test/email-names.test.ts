import { expect, test } from 'vitest'
import { domains } from '../src/domains.ts'
import { templateGroups, variableLabel } from '#web/dashboard/parts/template-names.ts'

test('every email has a name on the dashboard, and every name an email', () => {
  const templates = domains.flatMap(({ emails }) => Object.keys(emails?.templates.en ?? {}))
  const named = templateGroups.flatMap((group) => Object.keys(group.templates))
  expect(named.toSorted()).toEqual(templates.filter((template) => template !== 'template-test').toSorted())
})
test.each([
  ['nextPaymentDate', 'Next payment date'],
  ['startText', 'Start'],
  ['siteName', 'Business name'],
])('%s is called %s', (name, label) => expect(variableLabel(name)).toBe(label))
