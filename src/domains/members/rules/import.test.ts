import { expect, test } from 'vitest'
import { guessMapping, readRows } from './import.ts'

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
  const columns = ['email', 'first name', 'T-shirt']
  const rows = readRows(
    columns,
    [
      ['ann@shop.example', ' Ann ', 'M'],
      ['', 'Bob', ''],
      ['nonsense', 'Cid', ''],
      ['ANN@shop.example', 'Ann again', ''],
    ],
    { email: 'loginEmail', 'first name': 'firstName', 'T-shirt': 'customField' },
  )
  expect(rows[0]).toMatchObject({ line: 2, member: { loginEmail: 'ann@shop.example', firstName: 'Ann', customFields: { 'T-shirt': 'M' } } })
  expect(rows.slice(1)).toEqual([
    { line: 3, problem: 'has no email' },
    { line: 4, problem: 'nonsense is no email' },
    { line: 5, problem: 'has the email of line 2' },
  ])
})
