import { expect, test } from 'vitest'
import { keepFromRunning, parseCell, toCsv } from './csv.ts'

test('commas, quotes and line breaks stay inside their cell', () => {
  expect(toCsv(['Name', 'Note'], [['Berg, Ava', 'said "yes"\nand came']])).toBe('\uFEFFName,Note\r\n"Berg, Ava","said ""yes""\nand came"\r\n')
})
test('a cell that a spreadsheet would run is kept as text; numbers stay numbers', () => {
  expect(toCsv(['A', 'B', 'C'], [['=1+1', '+49 30 1', -5]])).toBe("\uFEFFA,B,C\r\n'=1+1,'+49 30 1,-5\r\n")
})
test('what is not there is an empty cell', () => {
  expect(toCsv(['A', 'B'], [[null, undefined]])).toBe('\uFEFFA,B\r\n,\r\n')
})
test.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1', "'+49 30 1"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  ["'=1", "''=1"],
  ['', ''],
  ['Ava', 'Ava'],
  ['a=1', 'a=1'],
  ["'tis", "'tis"],
])('%j is written as %j and read back', (text, written) => {
  expect(keepFromRunning(text)).toBe(written)
  expect(parseCell(written)).toBe(text)
})
