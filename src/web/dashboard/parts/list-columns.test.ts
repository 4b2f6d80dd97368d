import { expect, test } from 'vitest'
import { orderColumns, pickColumns } from './list-columns.ts'

const all = [
  { key: 'plan', label: 'Plan', isDefault: true },
  { key: 'phone', label: 'Phone' },
  { key: 'owed', label: 'Owed', isDefault: true },
]
const keys = (columns: readonly { key: string }[]) => columns.map(({ key }) => key)

test('a list shows what its reader chose in that order, else what everyone sees', () => {
  expect(keys(pickColumns(all, undefined))).toEqual(['plan', 'owed'])
  expect(keys(pickColumns(all, ['owed', 'phone']))).toEqual(['owed', 'phone'])
  expect(pickColumns(all, [])).toEqual([])
  expect(keys(pickColumns(all, ['gone', 'owed']))).toEqual(['owed'])
})

test('the menu lists those that are shown in their order, then the others', () => {
  expect(keys(orderColumns(all, undefined))).toEqual(['plan', 'owed', 'phone'])
  expect(keys(orderColumns(all, ['phone', 'gone']))).toEqual(['phone', 'plan', 'owed'])
})
