import { expect, test } from 'vitest'
import { guessMapping, parseImportRows } from './import.ts'

test('columns are known by their names, each meaning once', () =>
  expect(guessMapping(['E-Mail', 'First Name', 'surname', 'Mail', 'T-shirt', 'Shoe size'], ['T-shirt'])).toEqual({
    'E-Mail': 'loginEmail',
    'First Name': 'firstName',
    surname: 'lastName',
    Mail: 'ignore',
    'T-shirt': 'customField',
    'Shoe size': 'ignore',
  }))

test('rows become members, or say what is wrong with them', () => {
  const columns = ['email', 'first name', 'T-shirt', 'phone']
  const rows = parseImportRows(
    columns,
    [
      ['ann@shop.example', ' Ann ', 'M', "'+49 30"],
      ['', 'Bob', ''],
      ['nonsense', 'Cid', ''],
      ['ANN@shop.example', 'Ann again', ''],
      ['dan@shop.example', 'D'.repeat(101), ''],
    ].map((values, at) => ({ line: at + 2, values })),
    { email: 'loginEmail', 'first name': 'firstName', 'T-shirt': 'customField', phone: 'phone' },
  )
  expect(rows[0]).toMatchObject({ line: 2, member: { loginEmail: 'ann@shop.example', firstName: 'Ann', phone: '+49 30', customFields: { 'T-shirt': 'M' } } })
  expect(rows.slice(1)).toEqual([
    { line: 3, problem: 'has no email' },
    { line: 4, problem: 'nonsense is no email' },
    { line: 5, problem: 'has the email of line 2' },
    { line: 6, problem: 'has a first name of more than 100 characters' },
  ])
})
